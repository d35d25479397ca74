import type { TemporalMode } from '@medstream/schema';

import type { LabelSpans } from './label-spans.js';
import type { WordingFamily } from './wordings.js';

/** The moments of a streaming item. */
export interface Schedule {
  /** t*; null where the event never comes. */
  expectedMicros: number | null;
  /** Ends of the rounds, strictly increasing. */
  currentMicros: readonly number[];
}

/** What a closed form of the question offers. */
export type ChoicePlan =
  | { kind: 'labels'; offersNoChange: boolean; leaveOut: readonly string[]; preferred: readonly string[] }
  /** Other answers than those of the vocabulary: numbers, places, spans. The first are the most plausible. */
  | { kind: 'texts'; wrong: readonly string[] }
  | { kind: 'yes-no' };

/** The right answer, before it is put into words. */
export type Gold =
  | { kind: 'label'; label: string }
  | { kind: 'labels'; labels: readonly string[] }
  /** An answer in words of ours: a number, a place, a span. */
  | { kind: 'text'; text: string }
  | { kind: 'word'; word: 'yes' | 'no' }
  | { kind: 'no-change' }
  | { kind: 'unanswerable' }
  | { kind: 'alert'; reason: string }
  | { kind: 'never-alert'; watched: string };

/** What is needed to choose among candidates; most are not chosen and are never made. */
export interface Candidate extends Pick<Draft, 'queryMicros' | 'balanceKey'> {
  makeDraft: () => Draft;
}

/** A candidate of a draft that is made already. */
export function candidateOf(draft: Draft): Candidate {
  return { queryMicros: draft.queryMicros, balanceKey: draft.balanceKey, makeDraft: () => draft };
}

/** A candidate item: everything decided but its words and the order of its choices. */
export interface Draft {
  /** See `nameTask`. */
  task: string;
  temporalMode: TemporalMode;
  view: LabelSpans;
  /** Single turn: end of the window. Streaming: its fixed start. */
  queryMicros: number;
  /** Single turn: length of the evidence window. Streaming items have none: their rounds say it. */
  windowMicros: number | null;
  /** Streaming items only. */
  schedule: Schedule | null;
  wording: WordingFamily;
  /** What fills the places of the wording. */
  fill: Readonly<Record<string, string>>;
  choices: ChoicePlan | null;
  gold: Gold;
  /** Items with equal keys count as the same answer when answers are balanced. */
  balanceKey: string;
  /** Where the answer stands in the labels, in plain words. */
  evidence: string;
}
