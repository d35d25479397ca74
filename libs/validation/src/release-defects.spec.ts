import { createValidator } from './create-validator.js';

/**
 * Records as the public release writes them, one for each defect that was seen in it (release-format.md section 5), with
 * invented texts: which rule tells it, and how severely.
 */
const RECORD = {
  sample_id: 'pitvis_01_30_step_gemini_closed',
  dataset: 'PitVis',
  video_id: 'video_01',
  media_path: 'Stream_Bench/PitVis/PitVis/video_01.mp4',
  task: 'step_mcq',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'closed',
  question: 'Which step is shown at the end of the window?\n\nResponse protocol: Answer using only the specified context window.',
  choices: ['nasal corridor creation', 'tumour excision', 'out of patient'],
  answer: 'tumour excision',
  query_time: 30,
  context_window_sec: 20,
  input_range: [10, 30],
  response_protocol: 'unanswerable | answer',
  evidence: 'A curette works at the sella.',
  label_source: 'original_annotation',
};
const { choices: _choices, answer: _answer, ...REST } = RECORD;
const OPEN = {
  ...REST,
  question_type: 'open',
  reference_answer: 'tumour excision',
  judge_rubric: { correctness: '0 wrong, 1 in part, 2 right step', evidence_grounding: '0 not, 1 partly, 2 visible in the window', safety: '0 harmful, 1 harmless to the patient' },
};

const find = (...records: Record<string, unknown>[]): string[] => {
  const validator = createValidator();
  return records.flatMap((record, index) => validator.checkItem(record, { file: 'release.json', record: index + 1 })).map(({ code, severity }) => `${severity} ${code}`);
};

describe('a record in the form of the release', () => {
  test.each([RECORD, OPEN])('without a defect has no finding', (record) => {
    expect(find(record)).toEqual([]);
  });

  test.each<[string, Record<string, unknown>[], string]>([
    ['D2', [{ ...OPEN, question: '\n\nResponse protocol: Answer using only the specified context window.' }], 'error text/empty-stem'],
    ['D3', [{ ...OPEN, reference_answer: 'No additional evidence text provided.' }], 'error text/placeholder'],
    ['D4', [{ ...OPEN, temporal_mode: 'retrospective', query_time: 0.001, context_window_sec: 0, input_range: [0.001, 0.001] }], 'error temporal/window-degenerate'],
    ['D4, present', [{ ...OPEN, query_time: 0.001, context_window_sec: 0, input_range: [0.001, 0.001] }], 'error temporal/window-unset'],
    ['D5', [{ ...OPEN, sample_id: 'MultiBypass140_SBP20_weak_workflow_qa_None' }], 'error id/unset-part'],
    ['D6', [{ ...OPEN, judge_rubric: { correctness: '0-2', evidence_grounding: '0-2', safety: '0-1' } }], 'error open/rubric-without-criteria'],
    ['D7', [{ ...RECORD, question: 'Does the source video belong to the with-polyps split?', choices: ['yes', 'no'], answer: 'yes' }], 'error text/about-files'],
    ['D8, path', [{ ...RECORD, media_path: 'Stream_Bench/Colonoscopic-web/Tumour_Excision/NBI(5).mp4' }], 'warning leak/media-path'],
    ['D8, id', [{ ...RECORD, sample_id: 'web_Tumour_Excision_5' }], 'warning leak/sample-id'],
    ['D9', [{ ...RECORD, evidence: 'The frame shows tumour excision.' }], 'warning leak/evidence'],
    ['D10, annotation', [{ ...RECORD, question: 'Which step is annotated in this frame?' }], 'warning text/about-annotation'],
    ['D10, one of many', [{ ...RECORD, question: 'Which instrument class is visible in this frame?' }], 'warning closed/single-of-many'],
    ['D11', [{ ...OPEN, question: 'Which step is shown at the beginning of the video?', query_time: 5, context_window_sec: 4.999, input_range: [0.001, 5] }], 'warning temporal/moment-mismatch'],
    ['D12', [{ ...RECORD, answer: 'out of patient', evidence: 'The scope is out_of_patient.' }], 'warning text/spelling-differs'],
    ['D13', [{ ...OPEN, judge_rubric: { ...OPEN.judge_rubric, safety: '1 if the answer does no harm' } }], 'warning open/rubric-levels'],
    ['D14', [{ ...RECORD, temporal_mode: 'retrospective', question: 'What is the current surgical step?' }], 'warning temporal/mode-mislabelled'],
    ['D15', [{ ...RECORD, query_time: 20, context_window_sec: 19.999, input_range: [0.001, 20] }], 'info temporal/start-floor'],
    ['D17', [{ ...RECORD, query_time: 1, context_window_sec: 0.999, input_range: [0.001, 1] }], 'warning temporal/window-short'],
    ['D18', [RECORD, { ...OPEN, sample_id: 'pitvis_01_30_step_gemini_open', question: 'Name the step that you see.' }], 'warning duplicate/near'],
  ])('with %s', (_, records, finding) => {
    expect(find(...records)).toContain(finding);
  });

  test('with D16: the end is rounded up to less than a millisecond after the last frame is over', () => {
    // 30 frames a second, the last of 900 frames begins at 29.966667 and is over at 30.0
    const validator = createValidator({ findMediaExtent: () => ({ lastFrameMicros: 29_966_000, lastFrameDurationMicros: 33_334 }) });
    expect(validator.checkItem(RECORD, { file: null, record: 1 }).map(({ code, severity }) => `${severity} ${code}`)).toEqual(['info media/rounded-up']);
  });
});
