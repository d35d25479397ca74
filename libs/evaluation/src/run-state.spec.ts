import { type FrameLedger, hashText, type Prediction, type PredictionStatus } from '@medstream/schema';

import { createJobIds } from './job-ids.js';
import { isPending, openRunState } from './run-state.js';
import { MemoryRunFolder } from './testing/memory-run-folder.js';

const jobs = createJobIds(['job-a', 'job-b', 'job-c']);
const predict = (job_id: string, status: PredictionStatus, raw: string | null = null): Prediction => ({
  ...{ job_id, sample_id: job_id, status, raw, frames: [], model: 'fake:model', attempts: 1, latency_ms: null, usage: null, cached: false },
  ...(status === 'decode_error' ? { error: { code: 'media/missing', message: 'not there' } } : {}),
});
const ledgerOf = (job_id: string, pts: number): FrameLedger => ({ job_id, frames: [{ requested: pts, pts, sha256: hashText(String(pts)) }] });

/** A folder that an earlier finish and work since have left. */
async function makeFolder(): Promise<MemoryRunFolder> {
  const folder = new MemoryRunFolder();
  await folder.writeRecords('predictions.jsonl', [predict('job-a', 'ok', 'first'), predict('job-b', 'decode_error')]);
  await folder.writeRecords('frames.jsonl', [ledgerOf('job-a', 1)]);
  await folder.writeRecords('predictions.partial.jsonl', [predict('job-b', 'truncated', '<think>'), predict('job-b', 'ok', 'second')]);
  await folder.writeRecords('frames.partial.jsonl', [ledgerOf('job-b', 2)]);
  return folder;
}

describe('openRunState', () => {
  it('reads the latest record of each job: the final file, over it the log, over it what is committed', async () => {
    const state = await openRunState(await makeFolder(), jobs);
    expect(Array.from(jobs, (job) => state.standingOf(job)?.status)).toEqual(['ok', 'ok', undefined]);
    expect(await Promise.all(Array.from(jobs, async (job) => (await state.readPrediction(job))?.raw))).toEqual(['first', 'second', undefined]);
    await state.commitPrediction(predict('job-a', 'refused', 'no'));
    await state.commitLedger(ledgerOf('job-c', 3));
    expect(state.standingOf('job-a')).toEqual({ status: 'refused', errorCode: null });
    expect((await state.readPrediction('job-a'))?.raw).toBe('no');
    expect(await Promise.all(Array.from(jobs, async (job) => (await state.readLedger(job))?.frames[0]?.pts))).toEqual([1, 2, 3]);
    // nothing is known of a job of another plan, and nothing taken for it
    expect([state.standingOf('job-z'), await state.readPrediction('job-z'), await state.readLedger('job-z')]).toEqual([undefined, undefined, undefined]);
    await expect(state.commitPrediction(predict('job-z', 'ok'))).rejects.toMatchObject({ code: 'defect/broken-promise' });
    await state.close();
  });

  it('closes what it opened when a record is not of the run', async () => {
    const folder = await makeFolder();
    await folder.writeRecords('frames.jsonl', [ledgerOf('job-z', 1)]);
    const open: string[] = [];
    const track = <Reader extends { close(): Promise<void> } | null>(name: string, reader: Reader): Reader => {
      if (reader === null) return reader;
      open.push(name);
      return { ...reader, close: async () => void open.splice(open.indexOf(name), 1) };
    };
    const tracked = {
      openRecords: async (...[name, onRecord]: Parameters<MemoryRunFolder['openRecords']>) => track(name, await folder.openRecords(name, onRecord)),
      openLog: async (...[name, onRecord]: Parameters<MemoryRunFolder['openLog']>) => track(name, await folder.openLog(name, onRecord)),
    } as unknown as MemoryRunFolder;
    await expect(openRunState(tracked, jobs)).rejects.toMatchObject({ code: 'store/corrupt', message: 'frames.jsonl holds the job job-z, which is not in the plan' });
    expect(open).toEqual([]);
  });

  it('holds no record: what is gone from the disk cannot be read', async () => {
    const folder = await makeFolder();
    const lost = { ...folder, openRecords: async () => null, openLog: async (...[name, onRecord]: Parameters<MemoryRunFolder['openLog']>) => ({ ...(await folder.openLog(name, onRecord)), read: async () => Promise.reject(new Error('gone')) }) } as unknown as MemoryRunFolder;
    const state = await openRunState(lost, jobs);
    expect(state.standingOf('job-b')?.status).toBe('ok');
    await expect(state.readPrediction('job-b')).rejects.toThrow('gone');
    await expect(state.readLedger('job-b')).rejects.toThrow('gone');
  });
});

describe('isPending', () => {
  it.each<[PredictionStatus, boolean, boolean]>([
    ['ok', false, false],
    ['invalid', false, false],
    ['truncated', false, true],
    ['refused', false, true],
    ['blocked', false, true],
    ['empty', false, true],
    ['transport_error', true, true],
    ['decode_error', true, true],
  ])('%s: %p, with --retry-errors %p', (status, plain, retried) => {
    expect([isPending({ status, errorCode: null }, { retryErrors: false }), isPending({ status, errorCode: null }, { retryErrors: true })]).toEqual([plain, retried]);
  });
});
