import { cloudEventSchema, EVENT_DATA_SCHEMAS, type EventType, STATUS_SUBJECTS, SUBJECTS } from '@medstream/schema';

import { readText } from '../house-rules/list-projects.js';

const catalogue = readText('deploy/events.md');
/** Each `### \`subject\`` with the text up to the next heading. */
const sections = new Map([...catalogue.matchAll(/^### `([^`]+)`\n([\s\S]*?)(?=^#|(?![\s\S]))/gm)].map(([, subject = '', text = '']) => [subject, text]));

/** The rows of `| \`name\` | yes or nothing | meaning |`, as name → is required. */
function readFields(text: string): Record<string, boolean> {
  return Object.fromEntries([...text.matchAll(/^\| `(\w+)` \| (yes|) ?\| /gm)].map(([, name = '', required]) => [name, required === 'yes']));
}

function listFields(shape: Record<string, { safeParse: (value: unknown) => { success: boolean } }>): Record<string, boolean> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, !field.safeParse(undefined).success]));
}

it('has a section for every subject, and for nothing else', () => {
  expect([...sections.keys()].sort()).toEqual(Object.values(SUBJECTS).sort());
});

it.each(Object.values(SUBJECTS))('%s: every field stands in its table, required or not as in the schema', (subject) => {
  expect(readFields(sections.get(subject) ?? '')).toEqual(listFields(EVENT_DATA_SCHEMAS[subject].shape));
});

it('the envelope: every attribute stands in its table', () => {
  // zod takes an absent `data` for unknown; the data schema of each type then refuses it
  expect(readFields(catalogue.slice(0, catalogue.indexOf('## For programs')))).toEqual({ ...listFields(cloudEventSchema.shape), data: true });
});

it('its streams hold every subject once', () => {
  const rows = [...catalogue.matchAll(/^\| `MEDSTREAM_\w+` \| [^|]+ \| (.*) \|$/gm)].flatMap(([, subjects = '']) => subjects.replaceAll('`', '').split(' '));
  expect(rows.sort()).toEqual(Object.values(SUBJECTS).sort());
});

it('names the status subjects', () => {
  for (const subject of Object.values(STATUS_SUBJECTS)) expect(catalogue).toContain(`\`${subject}\``);
});

it('its examples are events that an engine accepts', () => {
  const examples = [...catalogue.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => cloudEventSchema.parse(JSON.parse(text)));
  expect(examples.map(({ type }) => type)).toEqual([SUBJECTS.buildRequested, SUBJECTS.benchmarkMaterialised, SUBJECTS.runRequested]);
  for (const { type, subject, data } of examples) {
    const read = EVENT_DATA_SCHEMAS[type as EventType].strict().parse(data) as { build_id?: string; run_id?: string };
    expect(subject).toBe(read.build_id ?? read.run_id);
  }
});
