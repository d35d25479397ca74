import { type BenchmarkItem, UNANSWERABLE } from '@medstream/schema';
import { orderRounds } from '@medstream/sampling';

import { answerKindOf } from './answer-kind.js';
import { expectedOutput, formatAsReply } from './expected-output.js';
import { normaliseAnswer } from './normalise-answer.js';

interface Counted {
  /** Compared form: ties are broken by it. */
  key: string;
  reply: string;
  /** The choices it takes; empty for texts, statuses and abstentions. */
  members: readonly string[];
  count: number;
}

/** The commonest right answer that fits an item; null where its group states none. */
export type MajorityAnswer = (item: BenchmarkItem) => string | null;

/** Counts right answers item by item; items are not held. */
export interface MajorityCounter {
  add(item: BenchmarkItem): void;
  rank(): MajorityAnswer;
}

/** {@link createMajorityCounter} over a list. */
export function rankMajorityAnswers(items: readonly BenchmarkItem[]): MajorityAnswer {
  const counter = createMajorityCounter();
  for (const item of items) counter.add(item);
  return counter.rank();
}

/**
 * Counts the right answers per (data set, task, task mode, closed or open), never by what the
 * item's own answer is, over all rounds for streaming items, and makes the
 * policy that gives the commonest one: for an item whose choices do not hold it, the next that they do. Ties go to the
 * text that comes first; alerts count as one whatever their reasons.
 */
export function createMajorityCounter(): MajorityCounter {
  const groups = new Map<string, Map<string, Counted>>();
  return {
    add(item) {
      const name = groupOf(item);
      const group = groups.get(name) ?? new Map<string, Counted>();
      groups.set(name, group);
      for (const answer of listAnswers(item)) {
        const known = group.get(answer.key);
        if (known === undefined) group.set(answer.key, { ...answer, count: 1 });
        else {
          known.count += 1;
          // one spelling for all, whatever the order of the items
          if (answer.reply < known.reply) known.reply = answer.reply;
        }
      }
    },
    rank() {
      const ranked = new Map([...groups].map(([name, group]) => [name, [...group.values()].sort(compareCounted)]));
      return (item) => {
        let offered: Set<string> | null = null;
        for (const answer of ranked.get(groupOf(item)) ?? []) {
          offered ??= new Set((item.choices ?? []).map(normaliseAnswer));
          if (answer.members.every((member) => offered?.has(member) === true)) return answer.reply;
        }
        return null;
      };
    },
  };
}

/** The length of the task says where it ends, whatever signs it holds. */
function groupOf({ dataset, task, task_mode: taskMode, question_type: questionType }: BenchmarkItem): string {
  return `${taskMode}/${questionType}/${task.length}/${task}/${dataset}`;
}

function listAnswers(item: BenchmarkItem): Counted[] {
  const kind = answerKindOf(item);
  const indexes = item.task_mode === 'streaming' ? orderRounds(item.rounds ?? []).map((_, index) => index) : [null];
  return indexes.flatMap((index) => {
    const expected = expectedOutput(item, index);
    if (expected === null) return [];
    const texts = (Array.isArray(expected) ? expected : [expected]).map(normaliseAnswer).sort();
    if (kind === 'status') {
      const isAlert = /^alert\s*:/u.test(texts[0] ?? '');
      return [{ key: isAlert ? 'alert' : (texts[0] ?? ''), reply: isAlert ? 'alert: baseline' : String(expected), members: [], count: 0 }];
    }
    const isFree = kind === 'text' || kind === 'number' || kind === 'reward' || texts[0] === UNANSWERABLE;
    return [{ key: texts.join('\n'), reply: formatAsReply(Array.isArray(expected) ? [...expected].sort() : expected), members: isFree ? [] : texts, count: 0 }];
  });
}

function compareCounted(one: Counted, other: Counted): number {
  if (one.count !== other.count) return other.count - one.count;
  return one.key < other.key ? -1 : one.key > other.key ? 1 : 0;
}
