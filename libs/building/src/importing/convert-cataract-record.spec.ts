import { createBaseline, findUnreadableGold, scoreBaseline } from '@medstream/metrics';
import { type BenchmarkItem, benchmarkItemSchema } from '@medstream/schema';
import { createValidator } from '@medstream/validation';

import { type CataractRecordFacts, type ConvertedCataractRecord, convertCataractRecord, readCataractFacts } from './convert-cataract-record.js';
import { CATARACT_COUNTS, compareCataractCounts } from './count-cataract-records.js';
import { makeCataractRecord as make } from './testing/make-cataract-record.js';

const strict = 'Respond ONLY with a JSON object with two keys: "explanation" and "answer".';
function itemOf(converted: ConvertedCataractRecord): BenchmarkItem {
  if ('problems' in converted) throw new Error(JSON.stringify(converted.problems));
  return benchmarkItemSchema.parse({ schema_version: 1, ...converted.item });
}

const REWARDED: [string, unknown][] = [
  ['step_identification', 'B'],
  ['instrument_identification', 'D'],
  ['visual_observation', 'A'],
  ['timestamp_to_phase', { phase_id: 'P09', phase_name: 'Lens Positioning' }],
  ['contextual_phase_recognition', { phase_id: 'P03', phase_name: 'Capsulorhexis' }],
  ['boundary_detection', { timestamp: 7.7 }],
  ['temporal_localization', { start: 2.4, end: 7.8 }],
];

describe.each(REWARDED)('%s', (task, answer) => {
  const item = itemOf(convertCataractRecord(make({ task, answer, prompt: `What is shown?\nA) one\nB) two\n${strict}` }), 9_040_000));

  it('is an item that no rule refuses, and the oracle scores exactly 1', () => {
    expect(createValidator().checkItem(item, { file: null, record: 1 }).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(findUnreadableGold(item)).toBeNull();
    expect(scoreBaseline(item, createBaseline('oracle', { items: [item], seed: 1 })).overall).toBe(1);
    expect(scoreBaseline(item, createBaseline('first-choice', { items: [item], seed: 1 })).overall).toBe(0);
  });

  it('keeps the prompt word for word, the id, and the answer as gold, over the whole clip', () => {
    expect(item).toMatchObject({ task, gold: answer, prompt: `What is shown?\nA) one\nB) two\n${strict}`, question: item.prompt, input_range: [0, 9.04], query_time: 9.04, sampling_period_sec: 1, response_protocol: 'json' });
    expect(item.question_type).toBe(typeof answer === 'string' ? 'closed' : 'open');
  });
});

it.each(['visual_description', 'narration'])('%s has its reference as gold, for a judge', (task) => {
  const item = itemOf(convertCataractRecord(make({ task, reference: 'A blade opens the cornea.' }), 4_000_000));
  expect(item).toMatchObject({ gold: 'A blade opens the cornea.', question_type: 'open', query_time: 4 });
  expect(createValidator().checkItem(item, { file: null, record: 1 }).filter(({ severity }) => severity === 'error')).toEqual([]);
});

it.each([
  // a window that ends at a frame's end is cut, not rounded up, to the millisecond: nothing is asked of a picture that is over
  ['33.3333 s by the media', {}, 33_333_333, 33.333, 'window/from-media'],
  ['the media win over the record', { durationSec: 34 }, 33_333_333, 33.333, 'window/from-media'],
  ['the record where there are no media', { durationSec: 34 }, null, 34, 'window/from-record'],
])('window: %s', (_, facts, micros, endSec, change) => {
  const converted = convertCataractRecord(make({ task: 'boundary_detection', answer: { timestamp: 1 }, ...facts }), micros);
  expect(itemOf(converted).input_range).toEqual([0, endSec]);
  expect('changes' in converted && converted.changes).toContain(change);
});

it.each([
  ['0xAbC-d_w_clip_03_step_identification', 'step_identification', 'youtube', 'cataract_surgery_vlm_eval/0xAbC-d_w'],
  ['0xAbC-d_w_full_video_narration', 'narration', 'youtube', 'cataract_surgery_vlm_eval/0xAbC-d_w'],
  ['PH_0009_1234_S2_0121_boundary_detection', 'boundary_detection', 'phase', 'cataract_surgery_vlm_eval/PH_0009_1234_S2'],
  ['PH_0009_1234_S2_clip_01_visual_description', 'visual_description', 'phase', 'cataract_surgery_vlm_eval/PH_0009_1234_S2'],
])('%s is of its procedure and track', (id, task, track, caseId) => {
  const item = itemOf(convertCataractRecord(make({ id, task, answer: task === 'boundary_detection' ? { timestamp: 1 } : 'A', reference: 'x y', track: undefined }), 4_000_000));
  expect([item.track, item.case_id, item.sample_id]).toEqual([track, caseId, id]);
  expect(readCataractFacts({ record_id: id, question_type: task, video: '../x' })).toEqual({ task, video: null, track, procedure: caseId.split('/')[1] });
});

it.each([
  ['no answer', { task: 'step_identification', answer: undefined }, 1_000_000, 'correct_answer'],
  ['no reference', { task: 'narration', reference: undefined }, 1_000_000, 'messages'],
  ['an unknown task', { task: 'guessing', answer: 'A' }, 1_000_000, 'question_type'],
  ['a clip outside the folder', { task: 'narration', reference: 'x', video: '../a.mp4' }, 1_000_000, 'video'],
  ['no length', { task: 'narration', reference: 'x' }, null, 'video'],
  ['no prompt', { task: 'step_identification', answer: 'A', prompt: ' ' }, 1_000_000, 'prompt'],
])('refuses a record with %s', (_, facts, micros, path) => {
  const converted = convertCataractRecord(make(facts), micros);
  expect('problems' in converted && converted.problems.map((problem) => problem.path)).toEqual([path]);
});

it('compares counts with the README and names each that differs', () => {
  const records: CataractRecordFacts[] = [];
  const add = (count: number, task: string, track: string): void => {
    for (let index = 0; index < count; index += 1) records.push({ task, track, video: null, procedure: `${track}${records.length % (track === 'youtube' ? 15 : 23)}` });
  };
  for (const [task, count] of Object.entries(CATARACT_COUNTS)) {
    if (/^(records|videos|procedures)/u.test(task)) continue;
    const [name = '', track] = task.split(' of the track ');
    add(count, name, track ?? (/boundary|temporal|phase/u.test(name) ? 'phase' : 'youtube'));
  }
  records.forEach((record, index) => (record.video = `${index % 518}.mp4`));
  expect(records).toHaveLength(1004);
  expect(compareCataractCounts(records)).toEqual([]);
  expect(compareCataractCounts(records.slice(0, -1))).toEqual(['the README of the set counts 1004 records, this folder has 1003', 'the README of the set counts 15 narration, this folder has 14']);
});
