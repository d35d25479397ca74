import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';

import { exportJsonSchemas } from './json-schema.js';
import { stringifyJsonDocument } from './json-text.js';

const schemas = exportJsonSchemas();
const item = {
  sample_id: 'a',
  dataset: 'd',
  video_id: 'v',
  media_path: 'v.mp4',
  task: 'phase_now',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'closed',
  question: 'Which phase?',
  choices: ['x', 'y'],
  answer: 'x',
  query_time: 30,
  context_window_sec: 30,
  input_range: [0, 30],
  response_protocol: 'unanswerable | answer',
  label_source: 'original_annotation',
};

describe('exportJsonSchemas', () => {
  it.each(Object.keys(schemas) as (keyof typeof schemas)[])('%s is a schema that a strict validator takes', (name) => {
    expect(() => new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, strictTuples: false, validateFormats: false }).compile(schemas[name])).not.toThrow();
  });

  it('asks for the same conditional fields as the reader', () => {
    const validate = new Ajv2020({ strict: false }).compile(schemas.item);
    expect(validate(item)).toBe(true);
    expect(validate({ ...item, choices: undefined })).toBe(false);
    expect(validate({ ...item, question_type: 'open' })).toBe(false);
    expect(validate({ ...item, task_mode: 'streaming' })).toBe(false);
    expect(validate({ ...item, response_protocol: 'json', gold: { timestamp: 1 } })).toBe(true);
    expect(validate({ ...item, response_protocol: 'json' })).toBe(false);
  });

  it.each(Object.keys(schemas) as (keyof typeof schemas)[])('%s stands in docs/schemas as exported (npm run schemas writes them)', (name) => {
    const file = new URL(`../../../docs/schemas/${name}.schema.json`, import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(stringifyJsonDocument(schemas[name]));
  });
});
