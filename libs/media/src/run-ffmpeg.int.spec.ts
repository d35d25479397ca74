import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { findTestFfmpeg, makeTemporaryFolder } from '@medstream/testing';

import { runFfmpeg, startFfmpeg } from './run-ffmpeg.js';

// real ffmpeg, on machines that are busy with other tests
jest.setTimeout(60_000);

/** Endless work: a test picture that is never enough. */
const endless = ['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc=s=64x64', '-f', 'rawvideo', 'pipe:1'];
/** Neither gone nor only waiting for its parent to notice. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

it('ends what takes too long', async () => {
  await expect(runFfmpeg({ path: findTestFfmpeg(), arguments: endless, timeoutMs: 100 })).rejects.toMatchObject({ code: 'media/limit' });
});

it('ends on abort with the reason of the signal', async () => {
  const reason = new Error('enough');
  const abort = new AbortController();
  setTimeout(() => abort.abort(reason), 50);
  await expect(runFfmpeg({ path: findTestFfmpeg(), arguments: endless, timeoutMs: 60_000, signal: abort.signal })).rejects.toBe(reason);
});

it('kills the whole process group', async () => {
  const folder = await makeTemporaryFolder();
  const path = join(folder.path, 'with-a-child');
  writeFileSync(path, '#!/bin/sh\nsleep 60 &\necho $!\nwait\n');
  chmodSync(path, 0o755);
  const group = startFfmpeg({ path, arguments: [], timeoutMs: 60_000 });
  const child = await new Promise<number>((resolve) => group.stdout.once('data', (bytes: Buffer) => resolve(Number(bytes.toString()))));
  expect(isRunning(child)).toBe(true);
  group.stop();
  expect(await group.ended).toMatchObject({ isStopped: true, exitCode: null });
  // it was sent its signal, too, but dies when the system comes to it; by itself it would sleep for a minute
  for (let waited = 0; isRunning(child) && waited < 20_000; waited += 20) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isRunning(child)).toBe(false);
  await folder.remove();
});

it('says that ffmpeg is missing', async () => {
  await expect(runFfmpeg({ path: '/nowhere/ffmpeg', arguments: [], timeoutMs: 1000 })).rejects.toMatchObject({ code: 'media/ffmpeg-missing' });
});

it('keeps the last complaints and the exit code', async () => {
  const lines: string[] = [];
  const end = await runFfmpeg({
    path: findTestFfmpeg(),
    arguments: ['-loglevel', 'level+error', '-i', 'file:/nowhere/clip.mp4', '-f', 'null', 'pipe:1'],
    timeoutMs: 20_000,
    onLine: (line) => lines.push(line),
  });
  expect(end.exitCode).not.toBe(0);
  expect(end.complaints.join()).toContain('No such file');
  expect(lines).toEqual(expect.arrayContaining([...end.complaints]));
});
