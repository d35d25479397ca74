import { type BenchmarkItem, parseJsonText, type RunManifest, stringifyJsonLine } from '@medstream/schema';

import type { RunFolder } from './ports.js';
import { RUN_FILES } from './run-files.js';
import { scoreFolder } from './score-folder.js';
import { type OverallBlock, type PolicyRequest, type PolicyWork, scorePolicies } from './start-policies.js';
import { makeRunFiles } from './testing/make-run-files.js';
import { MemoryRunFolder } from './testing/memory-run-folder.js';

const startReport = () => ({ add: () => undefined, render: async () => '<p></p>' });
const made = makeRunFiles(300);

/** Scores a copy of the files through a folder that may read and score in other ways; gives the bytes of scores and summary. */
async function score(files: ReadonlyMap<string, string> = made, change: (folder: MemoryRunFolder) => Partial<RunFolder> = () => ({})): Promise<[string | undefined, string | undefined]> {
  const folder = new MemoryRunFolder(undefined, new Map(files));
  await scoreFolder({ folder: Object.assign(folder, change(folder)), manifest: parseJsonText(files.get(RUN_FILES.manifest) as string, 'manifest') as RunManifest, startReport });
  return [folder.files.get(RUN_FILES.scores), folder.files.get(RUN_FILES.summary)];
}

/** Lists of `size` records, an empty one in between. */
function readInLists(folder: MemoryRunFolder, size: number): RunFolder['readBatches'] {
  return async function* (name) {
    let batch: unknown[] = [];
    for await (const record of folder.readRecords(name)) {
      batch.push(record);
      if (batch.length < size) continue;
      yield batch;
      yield [];
      batch = [];
    }
    yield batch;
  };
}

/** Another thread's part as it is done there, blocks of three items, without the thread. */
function startBeside(folder: MemoryRunFolder, counts: { stopped: number }) {
  return async ({ name, seed }: PolicyRequest): Promise<PolicyWork> => {
    const blocks: OverallBlock[] = [];
    let block: (number | null)[] = [];
    const flush = (): void => {
      blocks.push({ values: Float64Array.from(block, (overall) => overall ?? 0), known: Uint8Array.from(block, (overall) => (overall === null ? 0 : 1)) });
      block = [];
    };
    return {
      add(_: BenchmarkItem, overall) {
        block.push(overall);
        if (block.length < 3) return undefined;
        flush();
        return Promise.resolve();
      },
      finish() {
        flush();
        const read = async function* () {
          for await (const record of folder.readRecords(name)) yield [record];
        };
        return scorePolicies({ read, overalls: (async function* () { yield* blocks; })(), seed });
      },
      stop: () => void (counts.stopped += 1),
    };
  };
}

describe('scoreFolder', () => {
  let plain: [string | undefined, string | undefined];
  beforeAll(async () => {
    plain = await score();
  });

  it.each([1, 7, 1000])('gives the same bytes where records come in lists of %d', async (size) => {
    expect(await score(made, (folder) => ({ readBatches: readInLists(folder, size) }))).toEqual(plain);
  });

  it('gives the same bytes where the policies are scored beside', async () => {
    const counts = { stopped: 0 };
    const beside = await score(made, (folder) => ({ startPolicies: startBeside(folder, counts) }));
    expect(beside).toEqual(plain);
    expect(counts.stopped).toBe(1);
  });

  it('scores again to the same bytes', async () => {
    const [scores, summary] = plain;
    expect((scores as string).trimEnd().split('\n')).toHaveLength(300);
    expect(await score(new Map([...made, [RUN_FILES.scores, scores as string], [RUN_FILES.summary, summary as string]]))).toEqual(plain);
  });

  const change = (name: string, at: number, edit: (line: Record<string, unknown>) => Record<string, unknown> | null): Map<string, string> => {
    const lines = (made.get(name) as string).trimEnd().split('\n');
    const edited = edit(parseJsonText(lines[at] as string, 'a line') as Record<string, unknown>);
    lines.splice(at, 1, ...(edited === null ? [] : [stringifyJsonLine(edited)]));
    return new Map([...made, [name, lines.map((line) => `${line}\n`).join('')]]);
  };
  it.each<[string, ReadonlyMap<string, string>, string]>([
    ['an item without a mode', change(RUN_FILES.items, 3, (line) => ({ ...line, task_mode: 'now' })), 'items.jsonl holds a record that cannot be read'],
    ['an item with a time that is a text', change(RUN_FILES.items, 3, (line) => ({ ...line, query_time: '60' })), 'items.jsonl holds a record that cannot be read'],
    ['a closed item without choices', change(RUN_FILES.items, firstOf('closed'), (line) => ({ ...line, choices: undefined })), 'items.jsonl holds a record that cannot be read: is required'],
    ['rounds that are none', change(RUN_FILES.items, 3, (line) => ({ ...line, rounds: [{ round: 0 }] })), 'items.jsonl holds a record that cannot be read'],
    ['a job with a field of another kind', change(RUN_FILES.jobs, 5, (line) => ({ ...line, input_range: [0] })), 'jobs.jsonl holds a record that cannot be read'],
    ['a job less', change(RUN_FILES.jobs, 5, () => null), 'jobs.jsonl does not hold the records of this run in the order of its plan'],
    ['a job of another item', change(RUN_FILES.jobs, 5, (line) => ({ ...line, sample_id: 'other' })), 'jobs.jsonl does not hold the records'],
    ['a prediction with an unknown status', change(RUN_FILES.predictions, 5, (line) => ({ ...line, status: 'fine' })), 'predictions.jsonl holds a record that cannot be read'],
    ['a prediction whose text is a number', change(RUN_FILES.predictions, 5, (line) => ({ ...line, raw: 5 })), 'predictions.jsonl holds a record that cannot be read'],
    ['a prediction with half an error', change(RUN_FILES.predictions, 5, (line) => ({ ...line, error: { code: 'x' } })), 'predictions.jsonl holds a record that cannot be read'],
    ['a prediction of no job', change(RUN_FILES.predictions, 5, (line) => ({ ...line, job_id: 'other' })), 'predictions.jsonl does not hold the records'],
  ])('refuses %s', async (_, files, message) => {
    await expect(score(files)).rejects.toMatchObject({ code: 'store/corrupt', message: expect.stringContaining(message) });
  });
});

/** Place of the first single-turn item of a kind. */
function firstOf(kind: string): number {
  const items = (made.get(RUN_FILES.items) as string).trimEnd().split('\n').map((line) => parseJsonText(line, 'an item') as BenchmarkItem);
  return items.findIndex((item) => item.question_type === kind && item.task_mode === 'single_turn');
}
