import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that has ended and whose parent takes no notice: its number stays in use. Linux only. */
export interface Zombie {
  pid: number;
  /** Ends the parent, and with it the zombie. */
  remove: () => void;
}

/** The child ends once the shell that started it has become `sleep`, which never asks for its children; a shell might. */
export async function makeZombie(): Promise<Zombie> {
  const careless = spawn('sh', ['-c', '(while [ "$(cat /proc/$$/comm)" != sleep ]; do sleep 0.01; done) & echo $!; exec sleep 300'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const pid = Number(String((await once(careless.stdout, 'data'))[0]));
  while (!(await readFile(`/proc/${pid}/stat`, 'utf8')).includes(') Z ')) await sleep(5);
  return { pid, remove: () => void careless.kill('SIGKILL') };
}
