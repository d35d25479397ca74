import { type BenchmarkItem, RESPONSE_PROTOCOLS, stripProtocolParagraph } from '@medstream/schema';
import { normaliseAnswer } from '@medstream/metrics';

import type { ItemFinding } from './item-finding.js';

/** Texts that stand for a missing one, after normalisation; the first is the public release's. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  'no additional evidence text provided',
  'n/a',
  'na',
  'nan',
  'null',
  'undefined',
  'tbd',
  'todo',
  'placeholder',
  'lorem ipsum',
  'not provided',
  'none provided',
  'your answer here',
]);

const ABOUT_FILES = /\b(?:(?:train(?:ing)?|test|validation|\w+) split|split (?:with|of|that)|sub-?folders?|folders?|director(?:y|ies)|file ?names?|csv|json|annotation files?|data ?set contains?)\b/iu;
const ABOUT_ANNOTATION = /\b(?:annotated|annotations?|labell?ed (?:in|as|with)|(?:is|are) associated with|ground truth)\b/iu;
const POINTS_AT_CHOICES = /\b(?:of|do|did|are) (?:these|the following)\b|\bthese (?:two|three|four|five|choices|options|answers|orders)\b|\b(?:choices|options|answers) (?:below|above)\b|\bfollowing (?:choices|options|answers)\b/iu;
const HORIZON = /\d+(?:\.\d+)?\s*-?\s*(?:s|secs?|seconds?|min|mins|minutes?|frames?)\b/iu;

/** What is asked, and whether the texts are content. */
export function checkText(item: BenchmarkItem): ItemFinding[] {
  const findings: ItemFinding[] = [];
  const stem = stripProtocolParagraph(item.question);
  const asked = stem === '' ? (item.prompt ?? '').trim() : stem;
  if (asked === '') findings.push({ code: 'text/empty-stem', path: 'question', message: 'expected a question, found none beside the response protocol' });
  for (const { path, text } of listContentTexts(item)) {
    if (PLACEHOLDERS.has(normaliseAnswer(text))) findings.push({ code: 'text/placeholder', path, message: `expected content, found the placeholder ${JSON.stringify(text)}` });
  }
  // sets of the protocol json ask for a JSON object in so many words
  const isJson = item.response_protocol === RESPONSE_PROTOCOLS.json;
  if (!isJson && ABOUT_FILES.test(stem)) findings.push({ code: 'text/about-files', path: 'question', message: 'expected a question about what is visible, found one about files, folders or annotations' });
  else if (ABOUT_ANNOTATION.test(stem)) findings.push({ code: 'text/about-annotation', path: 'question', message: 'expected a question about what is visible, found one about what was annotated' });
  if (item.question_type === 'open' && POINTS_AT_CHOICES.test(asked)) {
    findings.push({ code: 'open/points-at-choices', path: 'question', message: 'expected a question that stands by itself, found one that speaks of choices; name them, or offer them as choices' });
  }
  if (item.temporal_mode === 'future' && asked !== '' && !HORIZON.test(asked)) {
    findings.push({ code: 'text/horizon-missing', path: 'question', message: 'expected the horizon in the question, for example "within the next 30 seconds", found none' });
  }
  return findings;
}

function listContentTexts(item: BenchmarkItem): { path: string; text: string }[] {
  const answers = typeof item.answer === 'string' ? [item.answer] : (item.answer ?? []);
  return [
    { path: 'question', text: stripProtocolParagraph(item.question) },
    { path: 'reference_answer', text: item.reference_answer ?? '' },
    ...(item.choices ?? []).map((text, index) => ({ path: `choices[${index}]`, text })),
    ...answers.map((text) => ({ path: 'answer', text })),
    ...(item.rounds ?? []).map((round, index) => ({ path: `rounds[${index}].expected_output`, text: round.expected_output.replace(/^\s*alert\s*:/iu, '') })),
  ];
}
