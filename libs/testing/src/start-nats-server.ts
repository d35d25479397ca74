import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private nats-server with JetStream on a free port of the loopback address. */
export interface TestNatsServer {
  readonly url: string;
  /** Kills the server (SIGKILL by default) and starts it again on the same port and store. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  /** Kills the server, removes its store and starts it again, empty, on the same port. */
  loseStore(): Promise<void>;
  /** Stops the server and keeps its store; `restart` brings it back. */
  pause(signal?: NodeJS.Signals): Promise<void>;
  /** Stops the server and removes its store. */
  stop(): Promise<void>;
}

/**
 * Starts a real nats-server. It needs `nats-server` on the PATH (tools/setup.sh installs it).
 *
 * @throws Error with an instruction when it is missing or does not come up within 20 s
 */
export async function startNatsServer(): Promise<TestNatsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'medstream-nats-'));
  let server = await launch(folder, -1);
  const port = server.port;
  return {
    url: `nats://127.0.0.1:${port}`,
    restart: async (signal = 'SIGKILL') => {
      await end(server.child, signal);
      server = await launch(folder, port);
    },
    loseStore: async () => {
      await end(server.child, 'SIGKILL');
      await rm(join(folder, 'store'), { recursive: true, force: true });
      server = await launch(folder, port);
    },
    pause: (signal = 'SIGKILL') => end(server.child, signal),
    stop: async () => {
      await end(server.child, 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(folder: string, port: number): Promise<{ child: ChildProcess; port: number }> {
  const portsFolder = await mkdtemp(join(folder, 'ports-'));
  const child = spawn('nats-server', ['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', join(folder, 'store'), '--ports_file_dir', portsFolder], {
    stdio: 'ignore',
  });
  let failure: Error | null = null;
  child.once('error', (error) => (failure = error));
  for (let tried = 0; tried < 200; tried += 1) {
    if (failure !== null) throw new Error(`cannot start nats-server: ${String(failure)}; run tools/setup.sh`);
    if (child.exitCode !== null) throw new Error(`nats-server ended with code ${child.exitCode}`);
    const found = await readPort(portsFolder);
    if (found !== null) return { child, port: found };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error('nats-server did not come up within 20 s');
}

async function readPort(folder: string): Promise<number | null> {
  const [file] = await readdir(folder);
  if (file === undefined) return null;
  const match = /nats:\/\/[^:"]+:(\d+)/.exec(await readFile(join(folder, file), 'utf8'));
  return match === null ? null : Number(match[1]);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
