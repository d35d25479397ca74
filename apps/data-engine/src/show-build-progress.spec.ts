import { PassThrough } from 'node:stream';

import { createBuildProgress } from './show-build-progress.js';

describe('progress of a build', () => {
  it('says how far a long video is, where nothing else was said for ten seconds', async () => {
    const stream = new PassThrough();
    let nowMs = 0;
    const progress = await createBuildProgress(stream as unknown as NodeJS.WriteStream, () => nowMs);
    const tell = (atMs: number, share: number): void => {
      nowMs = atMs;
      progress.lookedThrough({ mediaPath: 'videos/VID\u001b[2J01', colour: 'black', share });
    };
    progress.report({ kind: 'planned', videos: 1, finishedEarlier: 0 });
    for (const [atMs, share] of [[9_999, 0.1], [10_000, 0.125], [15_000, 0.4], [20_000, 1]] as const) tell(atMs, share);
    progress.stop();
    expect((stream.read() as Buffer).toString().split('\n')).toEqual([
      '1 video',
      'videos/VID\uFFFD[2J01: 12 % looked through for black pictures',
      'videos/VID\uFFFD[2J01: 100 % looked through for black pictures',
      '',
    ]);
  });

  it('is plain lines where there is no terminal', async () => {
    const stream = new PassThrough();
    const progress = await createBuildProgress(stream as unknown as NodeJS.WriteStream);
    progress.report({ kind: 'planned', videos: 4, finishedEarlier: 1 });
    progress.report({ kind: 'video-built', dataset: 'toyset', videoId: 'video02', accepted: 12, rejected: 1 });
    progress.report({ kind: 'video-failed', dataset: 'toyset', videoId: 'video\u001b]0;03', code: 'source/bad-label', message: 'line 7\u001b[2J', hint: undefined });
    progress.report({ kind: 'overlap', message: 'the same footage stands in a, b' });
    progress.report({ kind: 'materialising', videos: 3 });
    progress.stop();
    // one of four was finished earlier, so that the next is the second
    expect((stream.read() as Buffer).toString().split('\n')).toEqual([
      '4 videos, 1 finished earlier',
      '[2/4] toyset/video02: 12 items, 1 rejected',
      '[3/4] toyset/video\uFFFD]0;03: failed, source/bad-label',
      'warning: the same footage stands in a, b',
      'writing the benchmark of 3 videos',
      '',
    ]);
  });
});
