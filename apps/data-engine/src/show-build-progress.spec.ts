import { PassThrough } from 'node:stream';

import { createBuildProgress } from './show-build-progress.js';

describe('progress of a build', () => {
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
