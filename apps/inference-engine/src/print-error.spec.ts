import { EngineError } from '@medstream/schema';

import { describeError } from './print-error.js';

describe('describeError', () => {
  it('gives code, what, and how to mend, in a line each', () => {
    const error = new EngineError('media/missing', 'one.mp4 is\nnot there', { hint: 'check --media-root' });
    expect(describeError(error, { debug: false })).toEqual({ text: 'error media/missing: one.mp4 is not there\nhow to mend: check --media-root\n', exitCode: 3, document: { error: { code: 'media/missing', message: 'one.mp4 is\nnot there', hint: 'check --media-root' } } });
  });

  it('lets nothing steer the terminal', () => {
    // escape, and a mark that turns the reading direction round
    expect(describeError(new EngineError('input/not-json', 'a\u001b[31mb\u202ec'), { debug: false }).text).toBe('error input/not-json: a\ufffd[31mb\ufffdc\n');
  });

  it('takes anything else for a defect of ours, with the stack only when asked', () => {
    const error = new TypeError('x is not a function');
    const plain = describeError(error, { debug: false });
    expect([plain.exitCode, plain.text.split('\n').length]).toEqual([70, 3]);
    expect(plain.text).toMatch(/^error defect\/broken-promise: x is not a function\nhow to mend: .*--debug/);
    expect(describeError(error, { debug: true }).text).toMatch(/\n\s+at /);
  });

  it('shows causes when asked', () => {
    const error = new EngineError('store/corrupt', 'broken', { cause: new Error('underneath') });
    expect(describeError(error, { debug: true }).text).toMatch(/caused by Error: underneath/);
  });
});
