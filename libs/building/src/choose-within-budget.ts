import { compareText } from '@medstream/schema';

/** How many items of a data set a benchmark takes, all videos together. */
export interface ItemBudget {
  items: number;
  /** So many of them are streaming. */
  streaming: number;
}

/** An accepted item, as far as choosing goes. */
export interface Choosable {
  position: number;
  task: string;
  isStreaming: boolean;
  /** Decides between items of one task; different for every item, and no matter of its content. */
  order: string;
}

/**
 * Chooses the items of a data set within its budget: task by task in turn, so that rare tasks are kept whole and common ones
 * are thinned. Where there are fewer single-turn items than asked for, streaming items are taken in the same proportion;
 * never more of either than the budget says. Any order of the same items gives the same choice.
 *
 * @returns positions of the chosen ones
 */
export function chooseWithinBudget(items: readonly Choosable[], { items: total, streaming }: ItemBudget): Set<number> {
  const singleTurn = Math.max(0, total - streaming);
  const single = items.filter(({ isStreaming }) => !isStreaming);
  const streamed = items.filter(({ isStreaming }) => isStreaming);
  const share = singleTurn === 0 ? 1 : Math.min(1, single.length / singleTurn);
  const streamingTaken = streaming === 0 ? 0 : Math.max(1, Math.round(streaming * share));
  return new Set([...takeInTurn(single, singleTurn), ...takeInTurn(streamed, streamingTaken)]);
}

function takeInTurn(items: readonly Choosable[], count: number): number[] {
  const byTask = new Map<string, Choosable[]>();
  for (const item of items) {
    const queue = byTask.get(item.task);
    if (queue === undefined) byTask.set(item.task, [item]);
    else queue.push(item);
  }
  const queues = [...byTask].sort(([one], [other]) => compareText(one, other)).map(([, queue]) => queue.sort((one, other) => compareText(one.order, other.order)));
  const taken: number[] = [];
  for (let turn = 0; taken.length < Math.min(count, items.length); turn += 1) {
    for (const queue of queues) {
      const next = queue[turn];
      if (next !== undefined && taken.length < count) taken.push(next.position);
    }
  }
  return taken;
}
