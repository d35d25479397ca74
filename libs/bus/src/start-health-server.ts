import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { EngineError } from '@medstream/schema';

/** Where a container engine or an operator looks. */
export interface HealthServer {
  /** The port it listens on. */
  readonly port: number;
  close(): Promise<void>;
}

export interface HealthOptions {
  /** `0.0.0.0` for all addresses, `127.0.0.1` for this machine alone. */
  host: string;
  port: number;
  /** Null when work is taken and done, else what is wrong. */
  findProblem: () => string | null;
}

/**
 * Answers `GET /healthz` (200 while the process lives) and `GET /readyz` (200 when work is taken, else 503 with the reason).
 *
 * @throws EngineError `config/bad-value` when the port is taken
 */
export async function startHealthServer({ host, port, findProblem }: HealthOptions): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: Record<string, string>): void => void response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, { status: 'only GET' });
    if (request.url === '/healthz') return answer(200, { status: 'alive' });
    if (request.url !== '/readyz') return answer(404, { status: 'not found' });
    const problem = findProblem();
    return problem === null ? answer(200, { status: 'ready' }) : answer(503, { status: 'not ready', reason: problem });
  });
  await new Promise<void>((resolve, reject) => {
    const refuse = (cause: Error): void => reject(new EngineError('config/bad-value', `cannot listen on ${host}:${port} for health: ${cause.message}`, { cause, hint: 'set MEDSTREAM_HEALTH_PORT to a free port, or to 0 for none' }));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
