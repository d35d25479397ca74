import { type DestinationStream, type Logger, pino } from 'pino';

import { isEngineError } from '@medstream/schema';

import type { ConsumeReport } from './consume-durable.js';

/** Log of a service: one JSON object a line. Holds codes, ids and counts; never a secret, an answer or the data of an event. */
export type ServiceLog = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** @param destination default: standard error, written at once, since a killed process flushes nothing */
export function createServiceLog(name: string, destination: DestinationStream = pino.destination({ fd: 2, sync: true })): ServiceLog {
  return pino({ name, base: { name, pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/** Writes how one message was settled: `info` when it was done, else `warn` with the reason. */
export function logReport(log: ServiceLog, report: ConsumeReport): void {
  const { settlement, message, ...facts } = report;
  if (settlement === 'ack') log.info(facts, 'done');
  else log.warn({ ...facts, reason: message }, settlement);
}

/** The fields of an error that may stand in a log. */
export function describeForLog(error: unknown): { code: string; reason: string } {
  if (isEngineError(error)) return { code: error.code, reason: error.message };
  return { code: 'defect/broken-promise', reason: error instanceof Error ? error.message : String(error) };
}

/** What Nest wants of a logger, written to ours; its chatter about modules and routes goes to `debug`. */
export function createFrameworkLog(log: ServiceLog) {
  const describe = (message: unknown, parameters: readonly unknown[]) => ({ context: parameters.at(-1), reason: message instanceof Error ? message.message : String(message) });
  return {
    log: (message: unknown, ...parameters: unknown[]): void => log.debug(describe(message, parameters), 'framework'),
    debug: (message: unknown, ...parameters: unknown[]): void => log.debug(describe(message, parameters), 'framework'),
    verbose: (message: unknown, ...parameters: unknown[]): void => log.debug(describe(message, parameters), 'framework'),
    warn: (message: unknown, ...parameters: unknown[]): void => log.warn(describe(message, parameters), 'framework'),
    error: (message: unknown, ...parameters: unknown[]): void => log.error(describe(message, parameters), 'framework'),
    fatal: (message: unknown, ...parameters: unknown[]): void => log.error(describe(message, parameters), 'framework'),
  };
}
