import { readFileSync } from 'node:fs';

import { answerDemoQuestion } from './answer-demo-question.js';
import type { DemoQuestion } from './read-demo-prompt.js';
import type { DemoScene } from './read-demo-scene.js';

/**
 * The questions as the data engine words them. Its library is none of ours, so its table is read as text: a wording that is
 * added there is asked here.
 */
const table = readFileSync(new URL('../../construction/src/wordings.ts', import.meta.url), 'utf8');
function listWordings(family: string): string[] {
  const block = new RegExp(`^  ${family}: \\[\\n([^\\]]*)\\]`, 'm').exec(table)?.[1] ?? '';
  return [...block.matchAll(/^ {4}'(.*)',$/gm)].map(([, wording]) => wording as string);
}

const [preparation, calot, clipping] = [0, 1, 2];
const [grasper, hook] = [0, 2];
/** One picture in two seconds, 0 to 18 s. */
const scenes = (
  [
    [preparation, []],
    [preparation, [grasper]],
    [preparation, [grasper]],
    [calot, [grasper, hook]],
    [calot, [hook]],
    [calot, [hook]],
    [calot, [hook]],
    [clipping, []],
    [clipping, []],
    [clipping, [grasper]],
  ] as [number, number[]][]
).map(([phase, tools], index): DemoScene => ({ timestampSec: 2 * index, phase, tools }));

const phases = ['clipping cutting', 'gallbladder dissection', 'preparation', 'calot triangle dissection'];
const tools = ['bipolar', 'hook', 'grasper', 'scissors'];
const spans = ['less than 3 seconds', '3 to 6 seconds', '6 to 12 seconds', 'more than 12 seconds'];
const numbers = ['4', '1', '2', '3'];
const orders = ['clipping cutting, then preparation, then calot triangle dissection', 'preparation, then calot triangle dissection, then clipping cutting', 'calot triangle dissection, then clipping cutting, then preparation'];
const ask = (question: string, more: Partial<DemoQuestion>): string => answerDemoQuestion({ temporalMode: 'retrospective', isStreaming: false, question, choices: [], form: 'one-choice', ...more }, scenes);

/** What the data engine fills in for the two signals of cholec80. */
const phase = { noun: 'surgical phase', nouns: 'surgical phases' };
const tool = { noun: 'instrument', nouns: 'instruments' };
const alert = { temporalMode: 'proactive', isStreaming: true, form: 'alert' } as const;

interface Row {
  family: string;
  fill: Record<string, string>;
  more: Partial<DemoQuestion>;
  expected: string;
}
const rows: Row[] = [
  { family: 'state_now', fill: phase, more: { temporalMode: 'present', choices: phases }, expected: 'clipping cutting' },
  // 6 s is on display at 7 s
  { family: 'state_earlier', fill: { ...phase, moment: 'at 7 s' }, more: { choices: phases }, expected: 'calot triangle dissection' },
  { family: 'state_order', fill: phase, more: { choices: phases }, expected: 'preparation' },
  { family: 'state_sequence', fill: phase, more: { choices: orders }, expected: 'preparation, then calot triangle dissection, then clipping cutting' },
  // seen from 6 to 12 s, and half of the 2 s before and after: 8 s
  { family: 'state_duration', fill: { ...phase, label: 'calot triangle dissection' }, more: { choices: spans }, expected: '6 to 12 seconds' },
  // 2 to 6 s, 1 s before and after, and 1 s before 18 s: 7 s
  { family: 'presence_duration', fill: { thing: 'the grasper' }, more: { choices: spans }, expected: '6 to 12 seconds' },
  { family: 'kinds', fill: phase, more: { choices: numbers }, expected: '3' },
  { family: 'kinds', fill: tool, more: { choices: numbers }, expected: '2' },
  { family: 'state_next', fill: { ...phase, horizon: '30 seconds' }, more: { temporalMode: 'future', choices: [...phases, 'no change'] }, expected: 'gallbladder dissection' },
  { family: 'state_far', fill: { ...phase, far: '180 seconds' }, more: { temporalMode: 'future', choices: phases }, expected: 'unanswerable' },
  { family: 'state_next_streaming', fill: { ...phase, horizon: '30 seconds' }, more: { temporalMode: 'future', isStreaming: true, choices: phases }, expected: 'calot triangle dissection' },
  { family: 'state_alert', fill: { ...phase, label: 'clipping cutting' }, more: alert, expected: 'alert: clipping cutting is visible at 14 s' },
  { family: 'tools_visible', fill: {}, more: { temporalMode: 'present', choices: tools, form: 'several-choices' }, expected: '["grasper"]' },
  { family: 'tool_present', fill: { label: 'hook' }, more: { temporalMode: 'present', choices: ['yes', 'no'] }, expected: 'no' },
  { family: 'tools_used', fill: {}, more: { choices: tools, form: 'several-choices' }, expected: '["hook","grasper"]' },
  { family: 'tool_used', fill: { label: 'hook' }, more: { choices: ['yes', 'no'] }, expected: 'yes' },
  { family: 'tool_far', fill: { far: '180 seconds' }, more: { temporalMode: 'future', choices: tools }, expected: 'unanswerable' },
  // the legend has no order of instruments: what is to come cannot be told from the pictures
  { family: 'tool_next', fill: { horizon: '30 seconds' }, more: { temporalMode: 'future', choices: [...tools, 'no change'] }, expected: 'no change' },
  { family: 'tool_next_streaming', fill: { horizon: '30 seconds' }, more: { temporalMode: 'future', isStreaming: true, choices: tools }, expected: 'grasper' },
  { family: 'tool_alert', fill: { label: 'hook' }, more: alert, expected: 'alert: hook is visible at 6 s' },
];

it.each(rows.flatMap((row) => listWordings(row.family).map((wording) => ({ ...row, question: wording.replaceAll(/\{(\w+)\}/g, (_, place: string) => row.fill[place] ?? `{${place}}`) }))))(
  '$question',
  ({ question, more, expected }) => {
    expect(question).not.toContain('{');
    expect(ask(question, more)).toBe(expected);
  },
);

it('finds every family in the table of wordings', () => {
  for (const { family } of rows) expect([family, listWordings(family).length > 1]).toEqual([family, true]);
});

it.each<[string, string[], string]>([
  ['other phases between and after', ['clipping cutting, then preparation', 'preparation, then clipping cutting'], 'preparation, then clipping cutting'],
  ['one that was never shown', ['preparation, then gallbladder dissection', 'gallbladder dissection, then preparation'], 'unanswerable'],
])('an order with %s', (_, choices, expected) => {
  expect(ask('In which order did these appear?', { choices })).toBe(expected);
});

it('counts and measures nothing where no picture shows the procedure', () => {
  const dark = [0, 2].map((timestampSec): DemoScene => ({ timestampSec, phase: null, tools: [] }));
  expect(answerDemoQuestion({ temporalMode: 'retrospective', isStreaming: false, question: 'How many different instruments are shown in this clip?', choices: numbers, form: 'one-choice' }, dark)).toBe('unanswerable');
});
