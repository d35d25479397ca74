import { benchmarkItemSchema, jobSchema, parseJsonText, type Prediction, predictionSchema, stringifyJsonLine } from '@medstream/schema';
import fc from 'fast-check';

import { readItem, readJob, readPrediction } from './own-records.js';

type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

const HASH = 'a'.repeat(64);
const items: Value[] = [
  {
    sample_id: 'one', dataset: 'set', video_id: 'video', case_id: 'case', organ: 'liver', media_path: 'set/video.mp4', media_type: 'video', task: 'phase_now', task_mode: 'single_turn', temporal_mode: 'present',
    question_type: 'closed', question: 'Which phase is it?', choices: ['Cutting', 'Washing'], answer: 'Cutting', several_answers: false, query_time: 6, context_window_sec: 6, input_range: [0, 6],
    response_protocol: 'unanswerable | answer', label_source: 'original_annotation', evidence: 'the label says so', quality: { review: 'human', raters: 2, agreement: 0.5 },
    provenance: { sources: [{ path: 'labels.txt', sha256: HASH }], signal: 'phase', builder: 'b', builder_version: '1', template: 't', model: null, licence: 'CC-BY-4.0' },
  },
  {
    sample_id: 'two', dataset: 'set', video_id: 'video', media_path: 'set/video.mp4', task: 'alert', task_mode: 'streaming', temporal_mode: 'proactive', question_type: 'open', question: 'Alert?', reference_answer: 'alert: smoke',
    judge_rubric: { correctness: 'c', evidence_grounding: 'e', safety: 's' }, query_time: 4, context_window_sec: 0, input_range: [4, 8], response_protocol: 'no_alert | uncertain | alert: <reason>', label_source: 'hybrid', expected_response_time: 8, tolerance_sec: 2,
    rounds: [{ round: 1, current_time: 6, input_range: [4, 6], expected_output: 'no_alert', answerable: false }, { round: 2, current_time: 8, input_range: [4, 8], expected_output: 'alert: smoke', answerable: true }],
  },
];
const jobs: Value[] = [{ job_id: 'job-1', sample_id: 'one', round: 1, repeat: 1, media_path: 'set/video.mp4', input_range: [0, 6], targets: [0, 2, 4, 6], prompt_hash: HASH }];
const predictions: Value[] = [{ job_id: 'job-1', sample_id: 'one', round: 1, repeat: 1, status: 'ok', raw: 'A', value: 'Cutting', frames: [HASH], model: 'demo:shapes', attempts: 1, latency_ms: 0.5, usage: { input_tokens: 9, output_tokens: null }, cached: false }];

/** What may stand where something else belongs. */
const anything: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(null, true, false, 0, -1, 0.5, 1.5, 1e7 + 1, 2 ** 60, '', 'x', 'ok', 'human', 'x'.repeat(201), 'x'.repeat(501), 'x'.repeat(2_001), 'x'.repeat(20_001), '../x', '/x', 'a//b', 'a\u0000', 'C:\\x', HASH, HASH.toUpperCase(), `${HASH}\n`, [], {}, ['x'], [''], [0, 1, 2], [1, 0], Array(201).fill('x'), { x: 1 }, { review: 'x' }),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Value>,
);

/** A right record with up to three values anywhere in it replaced, taken out or added. */
function spoil(records: readonly Value[]): fc.Arbitrary<Value> {
  const change = fc.record({ place: fc.nat(), kind: fc.constantFrom('replace', 'remove', 'add'), value: anything });
  return fc.tuple(fc.constantFrom(...records), fc.array(change, { maxLength: 3 })).map(([record, changes]) => {
    const spoilt = structuredClone(record);
    for (const { place, kind, value } of changes) {
      const places = listPlaces(spoilt);
      const [parent, key] = places[place % places.length] as [Record<string, Value>, string];
      if (kind === 'replace') parent[key] = structuredClone(value);
      else if (kind === 'add' && !Array.isArray(parent)) parent['added'] = structuredClone(value);
      else if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete parent[key];
      if (listPlaces(spoilt).length === 0) return spoilt;
    }
    return spoilt;
  });
}

function listPlaces(value: Value): [Record<string, Value>, string][] {
  if (value === null || typeof value !== 'object') return [];
  const own = value as Record<string, Value>;
  return Object.keys(own).flatMap((key): [Record<string, Value>, string][] => [[own, key], ...listPlaces(own[key] as Value)]);
}

describe.each([
  ['an item', readItem, benchmarkItemSchema, items],
  ['a job', readJob, jobSchema, jobs],
  ['a prediction', readPrediction, predictionSchema, predictions],
] as const)('%s', (_, read, schema, records) => {
  it('of ours is read by hand: the very object', () => {
    for (const record of records) expect(read(record)).toBe(record);
  });

  it('is read as the schema reads it, or refused as the schema refuses it, whatever it holds', () => {
    fc.assert(
      fc.property(spoil(records), (record) => {
        const byHand = ((): unknown => {
          try {
            return read(record);
          } catch (error) {
            return (error as { code: unknown }).code;
          }
        })();
        const bySchema = schema.safeParse(record);
        expect(byHand).toEqual(bySchema.success ? bySchema.data : 'store/corrupt');
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a reply', () => {
  it.each(['None', 'NA', 'N/A', 'NULL', 'null', 'nan', '', ' ', '=1+1', '0', '1e5', 'true', `https://example.org/${'x'.repeat(2_100)}`, 'one\u2028two\u2029three', 'one\ntwo\r\nthree', '\ufeffB', 'a\u0000b', '\ud83d\ude42', '{"answer": "B"}', '$& $1 $$'])('comes back from a line as it was: %j', (raw) => {
    const prediction = { ...(predictions[0] as unknown as Prediction), raw };
    const line = stringifyJsonLine(prediction);
    // nothing that any reader takes for the end of a line
    expect(line).not.toMatch(/[\n\r\u2028\u2029\u0085]/);
    expect(readPrediction(parseJsonText(line, 'a line')).raw).toBe(raw);
  });
});
