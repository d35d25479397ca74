import { answerKindOf, isAbstention, isAlert, isPositiveValue, isSameAnswer, listGolds, normaliseAnswer } from '@medstream/metrics';
import { type EvidenceWindow, listEvidenceWindows } from '@medstream/sampling';
import { type BenchmarkItem, createSeededRandom, stripProtocolParagraph, UNANSWERABLE } from '@medstream/schema';

/** What a rater may say: a letter, and what it stands for. */
export interface ReviewOption {
  id: string;
  text: string;
}

/** An item as raters see it, and what they do not see: which answers bear the item's own out. */
export interface ReviewQuestion {
  item: BenchmarkItem;
  /** 1-based round of a streaming item that is asked about; null for a single turn. */
  round: number | null;
  window: EvidenceWindow;
  question: string;
  options: ReviewOption[];
  /** Whether several options may be chosen together. */
  several: boolean;
  /** Answers that are the item's own: sets of option ids. */
  supporting: string[][];
}

/** Letters of the two answers that are offered besides the item's own. */
export const CANNOT_TELL = 'U';
export const NONE_OF_THESE = 'X';
/** A to T: as many answers as can be read through, and as there are letters before U. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRST';
/** Other references that stand beside an open item's own. */
const OPEN_DISTRACTORS = 3;

const CANNOT_TELL_OPTION: ReviewOption = { id: CANNOT_TELL, text: 'Cannot be told from these pictures' };
const NONE_OPTION: ReviewOption = { id: NONE_OF_THESE, text: 'Something else than these' };

/** References of open items by data set, task and mode: what can stand beside one as a wrong answer. */
export type ReferencePool = ReadonlyMap<string, readonly string[]>;

/**
 * Turns an item into a question that does not say its answer. Closed: its own choices. Open: its reference among those of
 * other items of the same kind. Proactive: silent or alert, whose reason is not asked. Streaming: one round, before or
 * from the evidence on with equal chance. Beside these always stands that the pictures do not tell.
 *
 * @returns the reason, in plain words, where an item cannot be asked so
 */
export function askBlindly(item: BenchmarkItem, { pool, seed }: { pool: ReferencePool; seed: number }): ReviewQuestion | { leftOut: string } {
  const random = createSeededRandom(seed, `review/item/${item.sample_id}`);
  const windows = listEvidenceWindows(item);
  const golds = listGolds(item);
  const sides = [true, false].map((isPositive) => golds.filter(({ value }) => value !== null && isPositive === isPositiveValue(item, value))).filter((side) => side.length > 0);
  if (sides.length === 0) return { leftOut: 'no gold answer that reads as itself' };
  const gold = random.pick(random.pick(sides));
  const window = windows.find(({ round }) => round === gold.round);
  const question = stripProtocolParagraph(item.question);
  if (window === undefined || gold.value === null || question === '') return { leftOut: 'no question of its own' };
  const asked = { item, round: gold.round, window, question };
  const value = gold.value;
  switch (answerKindOf(item)) {
    case 'status': {
      const options = [{ id: 'A', text: 'Nothing to report yet' }, { id: 'B', text: 'Alert: what is asked about is there' }, CANNOT_TELL_OPTION];
      // before the evidence silence and uncertainty are equally right (metrics.md, section 2)
      return { ...asked, options, several: false, supporting: isAlert(value) ? [['B']] : [['A'], [CANNOT_TELL]] };
    }
    case 'choice':
    case 'choice_set': {
      // some sets list the abstention among their choices: beside "cannot be told" it would be a second word for one answer
      const options = letter((item.choices ?? []).filter((choice) => !isSameAnswer(choice, UNANSWERABLE)));
      if (options === null) return { leftOut: `over ${LETTERS.length} choices` };
      const own = isSameAnswer(value, UNANSWERABLE) ? [CANNOT_TELL] : options.filter(({ text }) => (typeof value === 'string' ? [value] : value).some((member) => isSameAnswer(member, text))).map(({ id }) => id);
      return { ...asked, options: [...options, NONE_OPTION, CANNOT_TELL_OPTION], several: answerKindOf(item) === 'choice_set', supporting: [own.length === 0 ? [NONE_OF_THESE] : own] };
    }
    case 'text': {
      if (item.question_type === 'closed') return { leftOut: 'closed without choices' };
      const others = random.shuffle((pool.get(kindOf(item)) ?? []).filter((text) => normaliseAnswer(text) !== normaliseAnswer(String(value)))).slice(0, OPEN_DISTRACTORS);
      if (others.length === 0) return { leftOut: 'open, with no other answer of its kind to stand beside its own' };
      const options = letter(random.shuffle(isAbstention(value) ? others : [String(gold.expected), ...others])) ?? [];
      const own = options.find(({ text }) => text === gold.expected)?.id ?? CANNOT_TELL;
      return { ...asked, options: [...options, NONE_OPTION, CANNOT_TELL_OPTION], several: false, supporting: [[own]] };
    }
    case 'number':
    case 'reward':
      return { leftOut: 'an answer that is no choice among given ones' };
  }
}

/** Gathers the references of open items, each once after normalisation, in order of their text. */
export function poolReferences(items: readonly BenchmarkItem[]): ReferencePool {
  const found = new Map<string, Map<string, string>>();
  for (const item of items) {
    if (answerKindOf(item) !== 'text') continue;
    const kind = kindOf(item);
    const texts = found.get(kind) ?? new Map<string, string>();
    found.set(kind, texts);
    for (const { expected, value } of listGolds(item)) {
      const key = normaliseAnswer(String(expected));
      if (value !== null && !isAbstention(value)) texts.set(key, [texts.get(key) ?? String(expected), String(expected)].sort()[0] as string);
    }
  }
  return new Map([...found].map(([kind, texts]) => [kind, [...texts.values()].sort()]));
}

function kindOf({ dataset, task, temporal_mode: mode }: BenchmarkItem): string {
  return JSON.stringify([dataset, task, mode]);
}

/** Null where there are more texts than letters. */
function letter(texts: readonly string[]): ReviewOption[] | null {
  return texts.length > LETTERS.length ? null : texts.map((text, index) => ({ id: LETTERS[index] as string, text }));
}
