import { EngineError } from '@medstream/schema';

import { createFrameworkLog, createServiceLog, describeForLog, logReport } from './service-log.js';

function record(): { lines: () => Record<string, unknown>[]; log: ReturnType<typeof createServiceLog> } {
  const texts: string[] = [];
  const log = createServiceLog('spec', { write: (text: string) => void texts.push(text) });
  return { log, lines: () => texts.map((text) => JSON.parse(text) as Record<string, unknown>) };
}

const WARN = 40;
const INFO = 30;

describe('createServiceLog', () => {
  it('writes one line a settled message, at the level of its end', () => {
    const { log, lines } = record();
    logReport(log, { durable: 'eval-infer', subject: 's', settlement: 'ack', deliveryCount: 1 });
    logReport(log, { durable: 'eval-infer', subject: 's', settlement: 'retry', deliveryCount: 2, code: 'store/disk-full', message: 'no space' });
    expect(lines()).toEqual([
      expect.objectContaining({ name: 'spec', level: INFO, msg: 'done', durable: 'eval-infer', deliveryCount: 1 }),
      expect.objectContaining({ level: WARN, msg: 'retry', code: 'store/disk-full', reason: 'no space', deliveryCount: 2 }),
    ]);
  });

  it('takes the words of a framework, its chatter below info', () => {
    const { log, lines } = record();
    const framework = createFrameworkLog(log);
    framework.log('AppModule dependencies initialized', 'InstanceLoader');
    framework.error(new Error('boom'), 'stack', 'RpcExceptionsHandler');
    expect(lines()).toEqual([expect.objectContaining({ msg: 'framework', reason: 'boom', context: 'RpcExceptionsHandler' })]);
  });

  it('names errors by code and message alone', () => {
    const cause = new Error('secret');
    expect(describeForLog(new EngineError('store/locked', 'held', { cause, details: { key: 'k' } }))).toEqual({ code: 'store/locked', reason: 'held' });
    expect(describeForLog(new TypeError('x is undefined'))).toEqual({ code: 'defect/broken-promise', reason: 'x is undefined' });
    expect(describeForLog('text')).toEqual({ code: 'defect/broken-promise', reason: 'text' });
  });
});
