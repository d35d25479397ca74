import { EngineError } from '@medstream/schema';

import { type BusConnection, connectBus, describeAddress } from './bus-connection.js';
import { checkBrokerFloor } from './check-broker-floor.js';
import type { ConsumeOptions } from './consume-durable.js';
import { ensureStreams } from './ensure-streams.js';
import { JetStreamStrategy } from './jetstream-strategy.js';
import type { ServiceSettings } from './read-service-settings.js';
import { describeForLog, logReport, type ServiceLog } from './service-log.js';
import { startHealthServer } from './start-health-server.js';
import type { Engine } from './stream-table.js';

/** A booted application: what Nest gives, and nothing more of it. */
export interface BootedApplication {
  /** Stops pulling and waits for handlers; closes the strategy, which closes the connection. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  engine: Engine;
  /** e.g. `data-engine`: name of the connection; `/medstream/<name>` is the source of its events. */
  name: string;
  settings: ServiceSettings;
  log: ServiceLog;
  /** Messages handled at once, by durable; see {@link JetStreamStrategy}. */
  slots: Readonly<Record<string, number>>;
  /** Stops the service in order. */
  signal: AbortSignal;
  /** Makes the use-cases with an open connection. */
  compose: (bus: BusConnection) => ServiceWork;
  /** Boots the framework around the strategy and begins to listen. */
  boot: (strategy: JetStreamStrategy, bus: BusConnection) => Promise<BootedApplication>;
}

/** What a service does besides handling messages. */
export interface ServiceWork {
  /** Finds work that the broker lost and publishes it again; at start, after every return of the broker, and now and then. */
  reconcile: () => Promise<void>;
  onGivenUp: ConsumeOptions['onGivenUp'];
}

/** A consumer silent for so long is a stall. An idle one hears from the broker every 2 s. */
const SILENCE_MS = 20_000;
/** After the budget is over handlers are told; those that do not listen are left behind. */
const GRACE_MS = 5_000;

/**
 * Runs a service until its signal: connects, makes and checks the streams, boots the application, answers health, brings
 * back what a broker lost, and stops in order (reliability.md, rules 1, 5, 6 and 7). The health server outlives the drain.
 *
 * @throws EngineError `bus/unreachable`, `bus/old-broker`, `bus/unsafe-stream`, what boot throws, and `bus/timed-out`
 *   when work in hand did not end within the budget
 */
export async function runService(options: ServiceOptions): Promise<void> {
  const { settings, log, name, engine } = options;
  let restore = (): void => undefined;
  const bus = await connectBus({
    url: settings.natsUrl,
    name,
    onEvent: (event) => {
      log[event.kind === 'reconnected' || event.kind === 'closed' ? 'info' : 'warn']({ reason: event.message }, event.kind);
      if (event.kind === 'reconnected') restore();
    },
  });
  try {
    const warning = checkBrokerFloor(bus.serverVersion, { isRequired: settings.requiresBrokerFloor });
    if (warning !== null) log.warn({ reason: warning }, 'old broker');
    await ensureStreams(bus, engine, { ackWaitSec: settings.ackWaitSec });
    const work = options.compose(bus);
    const strategy = new JetStreamStrategy({
      bus,
      engine,
      source: `/medstream/${name}`,
      slots: options.slots,
      stopBudgetMs: settings.stopBudgetSec * 1000,
      onReport: (report) => {
        logReport(log, report);
        if (report.settlement === 'loop-failed') restore();
      },
      onGivenUp: work.onGivenUp,
    });
    const keeper = keepWork({ ...options, bus, work });
    restore = keeper.restore;
    const health = settings.healthPort === null ? null : await startHealthServer({ host: settings.healthHost, port: settings.healthPort, findProblem: () => findProblem(bus, strategy) });
    try {
      const application = await options.boot(strategy, bus);
      keeper.restore();
      log.info({ broker: describeAddress(settings.natsUrl), health: health?.port ?? null }, 'ready');
      await untilAborted(options.signal);
      log.info({}, 'stopping');
      keeper.stop();
      await closeWithin(application, settings.stopBudgetSec * 1000 + GRACE_MS);
      log.info({}, 'stopped');
    } finally {
      keeper.stop();
      await health?.close();
    }
  } finally {
    await bus.close();
  }
}

/** Makes the streams and durables of an engine, for services without that right. */
export async function initStreams({ engine, name, settings, log }: Pick<ServiceOptions, 'engine' | 'name' | 'settings' | 'log'>): Promise<void> {
  const bus = await connectBus({ url: settings.natsUrl, name });
  try {
    const warning = checkBrokerFloor(bus.serverVersion, { isRequired: settings.requiresBrokerFloor });
    if (warning !== null) log.warn({ reason: warning }, 'old broker');
    await ensureStreams(bus, engine, { ackWaitSec: settings.ackWaitSec });
  } finally {
    await bus.close();
  }
}

function findProblem(bus: BusConnection, strategy: JetStreamStrategy): string | null {
  if (!bus.isConnected()) return 'not connected to the broker';
  return strategy.isAlive(SILENCE_MS) ? null : 'a consumer hears nothing from the broker';
}

/** Looks for lost work now and then and when told, one look at a time; a failed look is logged and made again. */
function keepWork({ bus, engine, settings, log, work }: ServiceOptions & { bus: BusConnection; work: ServiceWork }): { restore: () => void; stop: () => void } {
  let isStopped = false;
  let looking: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    try {
      await ensureStreams(bus, engine, { ackWaitSec: settings.ackWaitSec });
      await work.reconcile();
    } catch (error) {
      if (!isStopped) log.warn(describeForLog(error), 'reconcile failed');
    }
  };
  const restore = (): void => {
    if (isStopped || !bus.isConnected()) return;
    looking ??= look().finally(() => (looking = null));
  };
  const timer = setInterval(restore, settings.reconcileSec * 1000);
  return {
    restore,
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

async function closeWithin(application: BootedApplication, budgetMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new EngineError('bus/timed-out', 'work in hand did not end within the stop budget; it will be delivered again', { hint: 'raise MEDSTREAM_STOP_BUDGET_SEC' })), budgetMs);
  });
  try {
    await Promise.race([application.close(), late]);
  } finally {
    clearTimeout(timer);
  }
}
