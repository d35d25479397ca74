import { createValidator } from '@medstream/validation';
import fc from 'fast-check';

import { convertReleaseRecord } from './convert-release-record.js';

// Records are invented; their form is the one of release-format.md.
const PROTOCOL = 'Response protocol: Answer using only the specified context window. If the visual evidence is insufficient, respond exactly: unanswerable.';
const closed = {
  sample_id: 'toy_01_phase_90',
  dataset: 'Toy',
  video_id: '01',
  media_path: 'Stream_Bench/Toy/Toy/videos/01.mp4',
  task: 'toy_phase_mcq',
  task_mode: 'single_turn',
  question_type: 'closed',
  temporal_mode: 'retrospective',
  query_time: 90.5,
  context_window_sec: 90.499,
  input_range: [0.001, 90.5],
  question: `Which phase was shown earlier?\n\n${PROTOCOL}`,
  evidence: 'row 90 of a label file',
  label_source: 'original_annotation',
  choices: ['Opening', 'Closing'],
  answer: 'Opening',
  response_protocol: 'unanswerable | answer',
};
const round = (time: number, expected: string) => ({ t_c: time, expected });
const streaming = {
  ...closed,
  sample_id: 'toy_01_next_0',
  task_mode: 'streaming',
  temporal_mode: 'future',
  question: `Which phase comes next, within the next 30 seconds?\n\n${PROTOCOL}`,
  query_time: 0.001,
  context_window_sec: undefined,
  input_range: undefined,
  critical_time: 8,
  tolerance: 2,
  timeline: [round(4, 'unanswerable'), round(8, 'Opening'), round(12, 'Opening')],
};
const aliases = { rounds: ['rounds_list', 'timeline'], round_fields: { current_time: 't_c', expected_output: ['expected_answer', 'expected'] }, item_fields: { expected_response_time: 'critical_time', tolerance_sec: 'tolerance' } };

it.each<[string, object, object, string[]]>([
  ['protocol sentence and floor; the context reaches 0 too', closed, { question: 'Which phase was shown earlier?', input_range: [0, 90.5], query_time: 90.5, context_window_sec: 90.5 }, ['question/protocol-removed', 'time/floor-removed']],
  // 30 s are asked for, 1 s is there: the start was clipped, the asked-for length stays
  ['a clipped window keeps its context', { ...closed, query_time: 1, context_window_sec: 30, input_range: [0.001, 1] }, { input_range: [0, 1], context_window_sec: 30 }, ['question/protocol-removed', 'time/floor-removed']],
  ['the window of an image', { ...closed, question: 'Which?', query_time: 0.001, context_window_sec: 0, input_range: [0.001, 0.001] }, { input_range: [0, 0], query_time: 0, context_window_sec: 0 }, ['time/floor-removed']],
  ['frame indices have no floor', { ...closed, question: 'Which?', time_unit: 'frames' }, { input_range: [0.001, 90.5] }, []],
  ['an inner window', { ...closed, question: 'Which?', context_window_sec: 30, input_range: [60.5, 90.5] }, { input_range: [60.5, 90.5], context_window_sec: 30 }, []],
  ['a question of nothing but the protocol stays empty', { ...closed, question: `\n\n${PROTOCOL}`, input_range: [60.5, 90.5] }, { question: '' }, ['question/protocol-removed']],
  ['spacing of the protocol', { ...closed, question: 'Which?', input_range: [60.5, 90.5], response_protocol: 'Unanswerable|answer' }, { response_protocol: 'unanswerable | answer' }, ['protocol/spelling']],
  ['an alert protocol in other words', { ...closed, question: 'Warn.', input_range: [60.5, 90.5], response_protocol: 'no_alert / uncertain / alert: <short reason>' }, { response_protocol: 'no_alert | uncertain | alert: <reason>' }, ['protocol/spelling']],
  ['an unknown protocol stays', { ...closed, question: 'Warn.', input_range: [60.5, 90.5], response_protocol: 'no_alert' }, { response_protocol: 'no_alert' }, []],
  ['a joined answer', { ...closed, question: 'Which tools?', input_range: [60.5, 90.5], choices: ['Hook', 'Grasper', 'Clipper'], answer: 'grasper; Hook' }, { answer: ['Grasper', 'Hook'] }, ['answer/list']],
  ['a choice with a comma is one answer', { ...closed, question: 'Which?', input_range: [60.5, 90.5], choices: ['Hook, Grasper', 'Hook', 'Grasper'], answer: 'Hook, Grasper' }, { answer: 'Hook, Grasper' }, []],
  ['an answer that is not offered stays', { ...closed, question: 'Which?', input_range: [60.5, 90.5], answer: 'Opening, Sewing' }, { answer: 'Opening, Sewing' }, []],
])('%s', (_, record, expected, changes) => {
  const converted = convertReleaseRecord(record);
  expect(converted.candidate).toMatchObject(expected);
  expect(converted.changes).toEqual(changes);
  expect((converted.candidate as { sample_id: string }).sample_id).toBe('toy_01_phase_90');
});

it('brings rounds under other names to the contract, complete', () => {
  const { candidate, changes, renamed } = convertReleaseRecord(streaming, aliases);
  // 8 is t*: rounds before it abstain, so they are not answerable; windows start at the query, which was floored
  expect(candidate).toMatchObject({
    query_time: 0,
    input_range: [0, 12],
    expected_response_time: 8,
    tolerance_sec: 2,
    rounds: [
      { round: 1, current_time: 4, input_range: [0, 4], expected_output: 'unanswerable', answerable: false },
      { round: 2, current_time: 8, input_range: [0, 8], expected_output: 'Opening', answerable: true },
      { round: 3, current_time: 12, input_range: [0, 12], expected_output: 'Opening', answerable: true },
    ],
  });
  expect(changes).toEqual(['fields/renamed', 'question/protocol-removed', 'rounds/numbered', 'rounds/window-added', 'rounds/answerable-added', 'window/added', 'time/floor-removed']);
  expect(renamed).toEqual(['critical_time -> expected_response_time', 'tolerance -> tolerance_sec', 'timeline -> rounds', 't_c -> rounds[].current_time', 'expected -> rounds[].expected_output']);
  expect(createValidator().checkItem(candidate, { file: null, record: 1 }).filter(({ severity }) => severity === 'error')).toEqual([]);
});

it.each([['a text', 'x'], ['null', null], ['a list', [1]], ['an empty object', {}], ['rounds that are no objects', { task_mode: 'streaming', rounds: [1, null] }]])('leaves %s for the rules to refuse', (_, record) => {
  expect(convertReleaseRecord(record)).toEqual({ candidate: record, changes: [], renamed: [] });
});

it('changes nothing in what it wrote itself, and never the record it was given', () => {
  const times = fc.integer({ min: 2, max: 1_000_000 }).map((milliseconds) => milliseconds / 1000);
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 1_000_000 }), (queryTime, contextMs) => {
      const start = Math.max(1, Math.round(queryTime * 1000) - contextMs) / 1000;
      const record = Object.freeze({ ...closed, query_time: queryTime, context_window_sec: Math.round((queryTime - start) * 1000) / 1000, input_range: Object.freeze([start, queryTime]) });
      const once = convertReleaseRecord(record).candidate;
      expect(convertReleaseRecord(once)).toEqual({ candidate: once, changes: [], renamed: [] });
      // the contract's rule of the start holds on what comes out
      const { query_time, context_window_sec, input_range } = once as typeof closed;
      expect(Math.round(Math.max(0, query_time - context_window_sec) * 1e6)).toBe(Math.round((input_range[0] as number) * 1e6));
    }),
  );
});
