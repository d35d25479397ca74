import { type BenchmarkItem, stripProtocolParagraph } from '@medstream/schema';
import { type EvidenceWindow, microsToSeconds, resolveMediaType, resolveTimeUnit } from '@medstream/sampling';

import { describeResponse, resolveResponseSpace } from './response-space.js';

/** Version of the wording below; stands in every manifest. A change of what a model reads changes it. */
export const PROMPT_VERSION = 'medstream-prompt-1';

/**
 * The text of one model call (paper, "Inference Protocol"): task mode, temporal mode, query time, the range of this call,
 * the rule that nothing beyond its end may be used, the question, the choices, and how to reply. An item's own `prompt`
 * replaces all of it, as it stands.
 *
 * Nothing else of the item enters: no path, id, data set, task name, evidence, label source, round number or count of
 * rounds, so that neither the answer nor the time of the evidence can be read from the text.
 */
export function buildPrompt(item: BenchmarkItem, window: EvidenceWindow): string {
  if (item.prompt !== undefined) return item.prompt;
  const question = stripProtocolParagraph(item.question);
  return [
    'You are shown frames of a medical recording in the order of time. Answer the question about them.',
    describeTask(item, window),
    `Question: ${question === '' ? '(the item states no question of its own)' : question}`,
    ...(resolveResponseSpace(item) === 'open' ? [] : listChoices(item.choices ?? [])),
    `Response: ${describeResponse(item)}`,
  ].join('\n\n');
}

function describeTask(item: BenchmarkItem, window: EvidenceWindow): string {
  const taskMode = item.task_mode === 'streaming' ? 'streaming (the question is asked again as time goes on; each call stands alone)' : 'single turn';
  const isFrames = resolveTimeUnit(item) === 'frames';
  const format = (units: number): string => (isFrames ? `frame ${units}` : `${units} s`);
  const [start, end] = [microsToSeconds(window.startMicros), microsToSeconds(window.endMicros)].map(format);
  const isStill = resolveMediaType(item) === 'image';
  return [
    `Task mode: ${taskMode}`,
    `Temporal mode: ${item.temporal_mode}`,
    ...(isStill ? ['Visual input: one still image'] : []),
    `Query time: ${format(item.query_time)}`,
    `Visible range: ${start} to ${end}, both included`,
    `Rule: Use only what ${isStill ? 'this image shows' : 'the frames of this range show'}. No evidence beyond ${end} may be used.`,
  ].join('\n');
}

/** `A. text` a line. Beyond the letters of the alphabet the choices stand without letters and are named by their text. */
function listChoices(choices: readonly string[]): string[] {
  if (choices.length === 0) return [];
  const hasLetters = choices.length <= 26;
  const lines = choices.map((choice, index) => `${hasLetters ? `${String.fromCharCode(65 + index)}.` : '-'} ${choice.replaceAll(/\s*[\r\n]+\s*/g, ' ')}`);
  return [['Choices:', ...lines].join('\n')];
}
