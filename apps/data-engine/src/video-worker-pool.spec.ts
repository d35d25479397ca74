import type { VideoTask } from '@medstream/building';

import { openVideoWorkerPool } from './video-worker-pool.js';

describe('openVideoWorkerPool', () => {
  test('a video that waits for a thread rejects when the threads are ended, and so does one that comes later', async () => {
    // no thread at all: every video waits
    const pool = openVideoWorkerPool({ ffmpegPath: null }, 0);
    const task = { video: { dataset: 'cholec80', videoId: 'video01' } } as VideoTask;
    const waiting = pool.run(task);
    const closed = expect(waiting).rejects.toMatchObject({ code: 'defect/broken-promise', message: 'the threads were ended before a video was begun' });
    await pool.close();
    await closed;
    await expect(pool.run(task)).rejects.toMatchObject({ code: 'defect/broken-promise' });
  });
});
