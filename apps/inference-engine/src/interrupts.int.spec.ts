import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { makeTemporaryFolder, startProgram } from '@medstream/testing';

const bin = fileURLToPath(new URL('../bin/medstream-eval.js', import.meta.url));

/** Waits until somebody reads a pipe. */
async function waitForReader(pipe: string): Promise<number> {
  for (;;) {
    try {
      return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
      await sleep(20);
    }
  }
}

describe('a command that looks at no signal', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('is ended by the first %s', async (signal) => {
    const folder = await makeTemporaryFolder();
    try {
      // a pipe that nobody writes into: the command waits for its data for ever
      const pipe = join(folder.path, 'items.jsonl');
      execFileSync('mkfifo', [pipe]);
      const program = startProgram(bin, ['plan', '--data', pipe]);
      const writer = await waitForReader(pipe);
      program.child.kill(signal);
      await program.ended;
      closeSync(writer);
      expect(program.child.signalCode).toBe(signal);
    } finally {
      await folder.remove();
    }
  });
});
