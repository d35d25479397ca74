import { answerKindOf } from '@medstream/metrics';
import { type BenchmarkItem, RESPONSE_PROTOCOLS, UNANSWERABLE } from '@medstream/schema';

/** How a reply has to look, as far as the prompt is concerned. */
export type ResponseSpace = 'one-choice' | 'several-choices' | 'open' | 'alert' | 'json';

/** Which reply an item asks for. Items of one task are alike: `markSetTasks` has seen all of them (see `selectItems`). */
export function resolveResponseSpace(item: BenchmarkItem): ResponseSpace {
  if (item.response_protocol === RESPONSE_PROTOCOLS.json) return 'json';
  switch (answerKindOf(item)) {
    case 'status':
      return 'alert';
    case 'choice':
      return 'one-choice';
    case 'choice_set':
      return 'several-choices';
    case 'reward':
      return 'json';
    case 'number':
    case 'text':
      return 'open';
  }
}

/** The instruction that closes the prompt. */
export function describeResponse(item: BenchmarkItem): string {
  const abstain = `If the visual evidence is insufficient, reply exactly: ${UNANSWERABLE}`;
  const wait = `As long as the visual evidence is insufficient, reply exactly: ${UNANSWERABLE}`;
  const abstention = item.task_mode === 'streaming' ? wait : abstain;
  switch (resolveResponseSpace(item)) {
    case 'one-choice':
      return `Reply with the text of exactly one choice, or its letter, and nothing else. ${abstention}`;
    case 'several-choices':
      return `Several choices may apply. Reply with the texts of all choices that apply, separated by semicolons, and nothing else. ${abstention}`;
    case 'open':
      return `Reply with one short answer and nothing else. ${abstention}`;
    case 'alert':
      return [
        'Reply with exactly one of these, and nothing else:',
        'no_alert',
        'uncertain',
        'alert: <reason>',
        'Alert only when the frames show sufficient evidence, with the reason in a few words; before that reply no_alert or uncertain.',
      ].join('\n');
    case 'json':
      return 'Reply with one JSON object that holds exactly the keys "explanation" and "answer", and nothing else.';
  }
}
