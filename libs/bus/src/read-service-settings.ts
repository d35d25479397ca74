import { EngineError } from '@medstream/schema';

/** What both services and both `submit` take from the environment (config.ts of each app reads it). */
export interface ServiceSettings {
  /** `NATS_URL`; may hold a password, so it is never printed. */
  natsUrl: string;
  /** `MEDSTREAM_ROOTS`: folders that paths of requests may lie in; the first is what relative ones are relative to. */
  roots: readonly string[];
  /** `MEDSTREAM_HEALTH_PORT`; null for none. */
  healthPort: number | null;
  /** `MEDSTREAM_HEALTH_HOST`: the address it listens on. */
  healthHost: string;
  /** `MEDSTREAM_ACK_WAIT_SEC`: seconds without a heartbeat after which a message is handed out again, when the consumer is made. */
  ackWaitSec: number;
  /** `MEDSTREAM_REQUIRE_BROKER_FLOOR`: refuse to start on an old nats-server. */
  requiresBrokerFloor: boolean;
  /** `MEDSTREAM_STOP_BUDGET_SEC`: how long a stopping service waits for work in hand. */
  stopBudgetSec: number;
  /** `MEDSTREAM_RECONCILE_SEC`: how often unfinished requests are compared with the queue. */
  reconcileSec: number;
}

/** The variables, one by one, for --help. */
export const SERVICE_VARIABLES = [
  ['NATS_URL', 'address of the broker; default nats://127.0.0.1:4222'],
  ['MEDSTREAM_ROOTS', 'folders that paths of requests may lie in, `:` between them; relative paths are relative to the first; default the working folder'],
  ['MEDSTREAM_HEALTH_PORT', '/healthz and /readyz; default 8080, 0 for none'],
  ['MEDSTREAM_HEALTH_HOST', 'address they are answered on; default 0.0.0.0'],
  ['MEDSTREAM_ACK_WAIT_SEC', 'seconds after which the work of a silent worker is given to another, set where the consumer is made; default 30'],
  ['MEDSTREAM_STOP_BUDGET_SEC', 'seconds a stopping service waits for work in hand; default 30'],
  ['MEDSTREAM_RECONCILE_SEC', 'seconds between two looks for work that the broker lost; default 30'],
  ['MEDSTREAM_REQUIRE_BROKER_FLOOR', '1 refuses a nats-server older than production allows; default a warning'],
] as const;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings. An empty variable counts as unset.
 *
 * @throws EngineError `config/bad-value` naming the variable
 */
export function readServiceSettings(variables: Variables): ServiceSettings {
  const text = (name: string): string | undefined => (variables[name] === '' ? undefined : variables[name]);
  const healthPort = readNumber('MEDSTREAM_HEALTH_PORT', text('MEDSTREAM_HEALTH_PORT'), { default: 8080, min: 0, max: 65_535 });
  return {
    natsUrl: text('NATS_URL') ?? 'nats://127.0.0.1:4222',
    roots: readRoots(text('MEDSTREAM_ROOTS')),
    healthPort: healthPort === 0 ? null : healthPort,
    healthHost: text('MEDSTREAM_HEALTH_HOST') ?? '0.0.0.0',
    ackWaitSec: readNumber('MEDSTREAM_ACK_WAIT_SEC', text('MEDSTREAM_ACK_WAIT_SEC'), { default: 30, min: 1, max: 3600 }),
    requiresBrokerFloor: readSwitch('MEDSTREAM_REQUIRE_BROKER_FLOOR', text('MEDSTREAM_REQUIRE_BROKER_FLOOR')),
    stopBudgetSec: readNumber('MEDSTREAM_STOP_BUDGET_SEC', text('MEDSTREAM_STOP_BUDGET_SEC'), { default: 30, min: 0, max: 3600 }),
    reconcileSec: readNumber('MEDSTREAM_RECONCILE_SEC', text('MEDSTREAM_RECONCILE_SEC'), { default: 30, min: 1, max: 86_400 }),
  };
}

/** A whole number from a variable. @throws EngineError `config/bad-value` */
export function readNumber(name: string, text: string | undefined, limits: { default: number; min: number; max: number }): number {
  if (text === undefined || text === '') return limits.default;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= limits.min && value <= limits.max) return value;
  throw new EngineError('config/bad-value', `${name} is ${JSON.stringify(text)}; it has to be a whole number from ${limits.min} to ${limits.max}`, { hint: `unset it for ${limits.default}` });
}

function readRoots(text: string | undefined): string[] {
  const roots = (text ?? '.').split(':').filter((root) => root !== '');
  if (roots.length > 0) return roots;
  throw new EngineError('config/bad-value', 'MEDSTREAM_ROOTS names no folder', { hint: 'write for example MEDSTREAM_ROOTS=/data:/archive' });
}

function readSwitch(name: string, text: string | undefined): boolean {
  if (text === undefined || ['0', 'false'].includes(text)) return false;
  if (['1', 'true'].includes(text)) return true;
  throw new EngineError('config/bad-value', `${name} is ${JSON.stringify(text)}; it has to be 1 or 0`, { hint: 'unset it for 0' });
}
