import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeTemporaryFolder, type TemporaryFolder } from '@medstream/testing';

import type { CommandContext } from './command-context.js';
import { readEnvironment } from './config.js';
import { performRun } from './perform-run.js';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
});
afterEach(() => folder.remove());

const context: CommandContext = {
  environment: readEnvironment(),
  engineVersion: '0.1.0',
  print: () => undefined,
  printNote: () => undefined,
  isTerminal: false,
  signal: new AbortController().signal,
  setExitCode: () => undefined,
};

describe('performRun', () => {
  it('takes run and judge from one reading of the file of --config, which may be a pipe: <(…) of a shell', async () => {
    const config = join(folder.path, 'pipe');
    execFileSync('mkfifo', [config]);
    const writing = writeFile(config, `data: ${folder.path}\nmodel: demo:shapes\nout: ${join(folder.path, 'run')}\njudge_repeats: 2\n`);
    // said of the judge, behind all that is said of the run
    await expect(performRun({ config }, context)).rejects.toMatchObject({ code: 'usage/bad-argument', message: expect.stringContaining('--judge-repeats') });
    await writing;
  });
});
