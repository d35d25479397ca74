import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { findTestFfmpeg, makeTemporaryFolder } from '@medstream/testing';

import { describeDecoder, findFfmpeg } from './index.js';

// real ffmpeg, on machines that are busy with other tests
jest.setTimeout(60_000);

it('finds one that runs and says its version', async () => {
  const ffmpeg = await findFfmpeg({ ffmpegPath: findTestFfmpeg() });
  expect(ffmpeg.version).toMatch(/\d/);
  const { sharp, libvips, ffmpeg: version } = describeDecoder(ffmpeg);
  expect([version, /^\d+\.\d+/.test(sharp), /^\d+\.\d+/.test(libvips)]).toEqual([ffmpeg.version, true, true]);
});

it('names the three ways when the given one is not there, and takes no other instead', async () => {
  const error = await findFfmpeg({ ffmpegPath: '/nowhere/ffmpeg' }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'media/ffmpeg-missing', exitCode: 3 });
  expect((error as { hint: string }).hint).toMatch(/apt-get install ffmpeg.*FFMPEG_PATH.*ffmpeg-static/);
});

it('refuses a program that is no ffmpeg', async () => {
  const folder = await makeTemporaryFolder();
  const path = join(folder.path, 'ffmpeg');
  writeFileSync(path, '#!/bin/sh\necho hello\n');
  chmodSync(path, 0o755);
  await expect(findFfmpeg({ ffmpegPath: path })).rejects.toMatchObject({ code: 'media/ffmpeg-missing' });
  await folder.remove();
});
