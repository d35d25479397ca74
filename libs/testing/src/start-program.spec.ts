import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startProgram } from './start-program.js';
import { makeTemporaryFolder } from './temporary-folder.js';

describe('startProgram', () => {
  it('gives what a program says and how it ends', async () => {
    const folder = await makeTemporaryFolder();
    const file = join(folder.path, 'program.mjs');
    await writeFile(file, 'console.log(process.argv[2], process.env.SPEC); console.error("ready"); if (process.argv[2] === "wait") setInterval(() => {}, 1000); else process.exitCode = 3;');
    expect(await startProgram(file, ['end'], { SPEC: 'x' }).ended).toEqual({ code: 3, stdout: 'end x\n', stderr: 'ready\n' });
    const waiting = startProgram(file, ['wait']);
    await waiting.waitForStderr('ready');
    await expect(waiting.waitForStderr('never', 50)).rejects.toThrow('went on without never');
    expect((await waiting.end()).code).toBeNull();
    await folder.remove();
  }, 60_000);
});
