import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';

import { EngineError } from '@medstream/schema';

/** What happens to the connection, for logs and readiness. */
export interface ConnectionEvent {
  kind: 'disconnected' | 'reconnected' | 'error' | 'closed';
  message: string;
}

export interface BusOptions {
  /** e.g. `nats://127.0.0.1:4222`; user and password may stand in it and never reach a log. */
  url: string;
  /** Name of this connection as the server lists it. */
  name: string;
  onEvent?: (event: ConnectionEvent) => void;
  /** First word of the subjects on which answers come back, so that a broker can keep users' answers apart; default `_INBOX`. */
  inboxPrefix?: string;
  /** How long the first connection may take; default 5 s. Later the client reconnects for ever. */
  connectTimeoutMs?: number;
}

/** An open connection to NATS with JetStream. */
export interface BusConnection {
  readonly nats: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  /** Version of the server connected to, e.g. `2.9.10`. */
  readonly serverVersion: string;
  isConnected(): boolean;
  /** Sends what is buffered and closes. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Connects to NATS and checks that JetStream is there.
 *
 * @throws EngineError `bus/unreachable` when no server answers, the credentials are refused, or JetStream is off
 */
export async function connectBus(options: BusOptions): Promise<BusConnection> {
  const address = describeAddress(options.url);
  const nats = await openConnection(options, address);
  let isUp = true;
  void watchStatus(nats, (event) => {
    if (event.kind === 'disconnected') isUp = false;
    if (event.kind === 'reconnected') isUp = true;
    options.onEvent?.(event);
  });
  try {
    const manager = await jetstreamManager(nats, { timeout: 5_000 });
    return {
      nats,
      jetstream: jetstream(nats, { timeout: 5_000 }),
      manager,
      serverVersion: nats.info?.version ?? 'unknown',
      isConnected: () => isUp && !nats.isClosed(),
      close: async () => {
        if (!nats.isClosed()) await nats.drain().catch(() => nats.close());
      },
    };
  } catch (cause) {
    await nats.close();
    throw new EngineError('bus/unreachable', `the NATS server at ${address} has no JetStream: ${(cause as Error).message}`, {
      cause,
      hint: 'start it with JetStream, for example: nats-server --jetstream --store_dir DIR',
    });
  }
}

async function openConnection(options: BusOptions, address: string): Promise<NatsConnection> {
  try {
    return await connect({
      servers: describeAddress(options.url),
      ...readCredentials(options.url),
      inboxPrefix: options.inboxPrefix,
      name: options.name,
      timeout: options.connectTimeoutMs ?? 5_000,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 500,
      reconnectJitter: 200,
      waitOnFirstConnect: false,
    });
  } catch (cause) {
    throw new EngineError('bus/unreachable', `no NATS server answers at ${address}: ${(cause as Error).message}`, {
      cause,
      hint: 'start one (nats-server --jetstream) or set NATS_URL to where it runs',
    });
  }
}

async function watchStatus(nats: NatsConnection, onEvent: (event: ConnectionEvent) => void): Promise<void> {
  for await (const status of nats.status()) {
    if (status.type === 'disconnect') onEvent({ kind: 'disconnected', message: 'lost the connection to NATS; reconnecting' });
    if (status.type === 'reconnect') onEvent({ kind: 'reconnected', message: 'connected to NATS again' });
    if (status.type === 'error') onEvent({ kind: 'error', message: status.error.message });
  }
  onEvent({ kind: 'closed', message: 'the connection to NATS is closed' });
}

/** The server's address without user, password or token. */
export function describeAddress(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//');
}

/** User and password, or a token, from before the `@` of an address; the client library takes them beside it only. */
export function readCredentials(url: string): { user: string; pass: string } | { token: string } | Record<string, never> {
  const [, stated] = /\/\/([^@/]*)@/.exec(url) ?? [];
  if (stated === undefined) return {};
  const [user = '', ...rest] = stated.split(':').map(decodeURIComponent);
  return rest.length === 0 ? { token: user } : { user, pass: rest.join(':') };
}
