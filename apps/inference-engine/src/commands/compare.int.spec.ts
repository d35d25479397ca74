import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type BenchmarkItem, RESPONSE_PROTOCOLS } from '@medstream/schema';
import { type EndedProgram, makeTemporaryFolder, startProgram, type TemporaryFolder } from '@medstream/testing';

import type { RunComparison } from '../compose-compare.js';

const bin = fileURLToPath(new URL('../../bin/medstream-eval.js', import.meta.url));
const medstream = async (...args: string[]): Promise<EndedProgram> => startProgram(bin, args).ended;

const CASES = 12;
const CHOICES = ['Cutting', 'Washing'];
const base = { media_path: 'one.mp4', question_type: 'closed' as const, choices: CHOICES, context_window_sec: 0, response_protocol: RESPONSE_PROTOCOLS.answer, label_source: 'original_annotation' as const };
/** Data set one: a present item a case; the first half is answered by the first choice. */
const present = Array.from({ length: CASES }, (_, index): BenchmarkItem => ({
  ...base, sample_id: `present-${index}`, dataset: 'one', video_id: `v${index}`, case_id: `case-${index}`, task: 'phase_now', task_mode: 'single_turn', temporal_mode: 'present',
  question: 'Which phase is it?', answer: CHOICES[index < CASES / 2 ? 0 : 1], query_time: 10, input_range: [10, 10],
}));
/** Data set two: a streaming item a case, a round before the evidence and one from it on. */
const future = Array.from({ length: CASES }, (_, index): BenchmarkItem => ({
  ...base, sample_id: `future-${index}`, dataset: 'two', video_id: `w${index}`, case_id: `other-${index}`, task: 'phase_next', task_mode: 'streaming', temporal_mode: 'future',
  question: 'Which phase is next?', answer: 'Washing', query_time: 0, input_range: [0, 40], expected_response_time: 40, tolerance_sec: 2,
  rounds: [{ round: 1, current_time: 20, input_range: [0, 20], expected_output: 'unanswerable', answerable: false }, { round: 2, current_time: 40, input_range: [0, 40], expected_output: 'Washing', answerable: true }],
}));

let folder: TemporaryFolder;
const at = (...names: string[]) => join(folder.path, ...names);
const write = async (name: string, list: readonly unknown[]): Promise<void> => writeFile(at(name), list.map((value) => `${JSON.stringify(value)}\n`).join(''));
const answer = async (data: string, model: string, out: string): Promise<void> => {
  expect(await medstream('run', '--data', at(data), '--model', model, '--out', at(out))).toMatchObject({ code: 0 });
};

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await write('items.jsonl', [...present, ...future]);
  await answer('items.jsonl', 'baseline:oracle', 'oracle');
  await answer('items.jsonl', 'baseline:abstain', 'abstain');
  await answer('items.jsonl', 'baseline:first-choice', 'first');
}, 120_000);
afterAll(async () => folder.remove());

describe('medstream-eval compare', () => {
  it('gives the paired difference, its interval and n overall, by mode and by data set', async () => {
    const { code, stdout, stderr } = await medstream('compare', at('oracle'), at('abstain'), '--json');
    expect([code, stderr]).toEqual([0, '']);
    const { overall, modes, datasets, ...counts } = JSON.parse(stdout) as RunComparison;
    expect(counts).toEqual({ first: { run: 'oracle', model: 'baseline:oracle', judge: null }, second: { run: 'abstain', model: 'baseline:abstain', judge: null }, changed: 0, cautions: [], pairs: 24, only_first: 0, only_second: 0 });
    // silence: 0 of 1 where an answer is expected; a streaming item C = 1/2, R = 0, S = 0, O = 0.7 / 2 = 0.35
    const difference = (value: number, n: number) => ({ difference: { value: expect.closeTo(value, 12) as number, n, ci95: [expect.closeTo(value, 12), expect.closeTo(value, 12)] }, verdict: 'first' });
    expect(datasets).toMatchObject({ one: difference(-1, 12), two: difference(-0.65, 12) });
    expect(modes).toMatchObject({
      present: { overall: difference(-1, 12), content: difference(-1, 12) },
      future: { overall: difference(-0.65, 12), content: difference(-0.5, 12), content_pre: { difference: { value: 0 }, verdict: 'undistinguished' }, content_post: difference(-1, 12), responsiveness: difference(-1, 12), stability: difference(-1, 12) },
    });
    expect(overall).toMatchObject({ first: 1, second: expect.closeTo(0.175, 12) as number, verdict: 'first', difference: { value: expect.closeTo(-0.825, 12) as number, n: 24 } });
    // the draws mix 12 cases at -1 with 12 at -0.65
    expect(overall.difference.ci95?.every((end) => end > -1 && end < -0.65)).toBe(true);
  }, 60_000);

  it('says the same in text', async () => {
    const { code, stdout } = await medstream('compare', at('oracle'), at('abstain'));
    expect(code).toBe(0);
    const rows = stdout.split('\n').map((line) => line.replaceAll(/\s+/g, ' '));
    for (const row of ['A baseline:oracle (oracle)', 'B baseline:abstain (abstain)', '24 items scored in both; 0 in A alone, 0 in B alone', 'data set one 1.0000 0.0000 -1.0000 [-1.0000, -1.0000] 12', 'future responsiveness 1.0000 0.0000 -1.0000 [-1.0000, -1.0000] 12']) expect(rows).toContain(row);
    expect(stdout).toMatch(/future content_pre .* cannot be told apart/);
    expect(stdout).toMatch(/Overall: A is ahead\. Differences under 0\.\d{4} cannot be told from none with these cases\.\n$/);
  }, 60_000);

  it('says when two cannot be told apart, and pairs only what both have a score for', async () => {
    // right where the first choice is wrong, and the reverse: the mean difference is 0; nothing is said of the streaming items
    await write('washing.jsonl', present.map(({ sample_id }) => ({ sample_id, output: 'Washing' })));
    await medstream('score', '--data', at('items.jsonl'), '--predictions', at('washing.jsonl'), '--out', at('washing'));
    const { code, stdout } = await medstream('compare', at('first'), at('washing'), '--json');
    const { overall, ...comparison } = JSON.parse(stdout) as RunComparison;
    expect([code, comparison.pairs, comparison.only_first, comparison.second.model]).toEqual([0, 12, 12, null]);
    expect(overall).toMatchObject({ first: 0.5, second: 0.5, verdict: 'undistinguished', difference: { value: 0, n: 12 } });
    expect(overall.resolution_floor).toBeGreaterThan(0.3);
    const text = await medstream('compare', at('first'), at('washing'));
    expect(text.stdout).toContain('Overall: the two cannot be told apart.');
    expect(text.stdout).toContain('12 in A alone');
  }, 60_000);

  it('warns where a judge marked one and not the other', async () => {
    await write('open.jsonl', present.map((item) => ({ ...item, question_type: 'open', choices: undefined, answer: undefined, reference_answer: 'the gallbladder is washed' })));
    await answer('open.jsonl', 'baseline:oracle', 'open');
    await write('said.jsonl', present.map(({ sample_id }, index) => ({ sample_id, output: index === 0 ? 'the gallbladder is washed' : 'it is washed' })));
    const score = async (out: string, ...judge: string[]): Promise<EndedProgram> => medstream('score', '--data', at('open.jsonl'), '--predictions', at('said.jsonl'), '--out', at(out), ...judge);
    await score('unmarked');
    await score('marked', '--judge', 'lexical');
    const { stdout } = await medstream('compare', at('open'), at('marked'));
    expect(stdout).toContain('B  marked, marked by lexical\n');
    expect(stdout).toContain('warning: A was marked by no judge, B by lexical: a baseline is never marked');
    expect(stdout).toContain('warning: lexical: marked by shared words');
    // neither can it be by asking for it
    expect((await medstream('score', at('open'), '--judge', 'lexical')).stderr).toContain('note: the run of a baseline is never marked, so that the judge was not asked\n');
    // word for word the reference needs no judge: one item of twelve has a score without
    const unmarked = JSON.parse((await medstream('compare', at('open'), at('unmarked'), '--json')).stdout) as RunComparison;
    expect([unmarked.second.judge, unmarked.cautions, unmarked.pairs, unmarked.only_first]).toEqual([null, [], 1, 11]);
  }, 90_000);

  it('leaves out items that have the same name and are others, and says so; too few cases give no interval', async () => {
    await write('changed.jsonl', [...present.slice(0, 4), ...present.slice(4).map((item) => ({ ...item, question: 'Another question?' }))]);
    await answer('changed.jsonl', 'baseline:abstain', 'changed');
    const { code, stdout } = await medstream('compare', at('oracle'), at('changed'));
    expect(code).toBe(0);
    expect(stdout).toContain('4 items scored in both; 12 in A alone, 0 in B alone; 8 left out because the two runs have different items of that name');
    // the other way round the same, though the first run was never asked the 12 streaming items
    expect((await medstream('compare', at('changed'), at('oracle'))).stdout).toContain('4 items scored in both; 0 in A alone, 12 in B alone; 8 left out');
    expect(stdout).toContain('Overall: not estimable: 4 cases; nothing can be said about which is better.');
  }, 60_000);

  it('refuses runs that have no item in common, folders that are no runs, and predictions without the items', async () => {
    await write('foreign.jsonl', present.map((item) => ({ ...item, sample_id: `foreign-${item.sample_id}` })));
    await answer('foreign.jsonl', 'baseline:abstain', 'foreign');
    const refusals: [string, string, string][] = [
      ['oracle', 'foreign', 'error usage/bad-argument: the two have no scored item in common\nhow to mend: compare runs over the same benchmark files'],
      ['oracle', 'nowhere', 'error usage/missing-root'],
      ['washing', 'washing', 'holds the items of a run'],
    ];
    for (const [one, other, message] of refusals) {
      const { code, stdout, stderr } = await medstream('compare', at(one), at(other));
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(message);
    }
    const { stdout } = await medstream('compare', at('oracle'), at('foreign'), '--json');
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage/bad-argument', message: expect.stringContaining('no scored item in common') as string } });
  }, 90_000);
});
