import fc from 'fast-check';

import { type Choosable, chooseWithinBudget } from './choose-within-budget.js';

/** `a`, `b`, … single turns of tasks, capitals streaming ones; positions 1, 2, …, ordered by position. */
const list = (tasks: string): Choosable[] => [...tasks].map((task, index) => ({ position: index + 1, task, isStreaming: task !== task.toLowerCase(), order: String(index).padStart(3, '0') }));

it.each([
  // one of each task in turn: a at 1, b at 5, c at 6, then the second a
  ['rare tasks are kept', 'aaaabc', { items: 4, streaming: 0 }, [1, 2, 5, 6]],
  ['all where there are few', 'ab', { items: 9, streaming: 0 }, [1, 2]],
  ['streaming apart', 'aaaAAA', { items: 3, streaming: 1 }, [1, 2, 4]],
  // half of the four single turns are there, so half of the two streaming ones are taken
  ['in the same proportion', 'aaAAA', { items: 6, streaming: 2 }, [1, 2, 3]],
  ['one at least', 'aA', { items: 100, streaming: 10 }, [1, 2]],
  ['no streaming asked for', 'aA', { items: 2, streaming: 0 }, [1]],
  ['nothing there', '', { items: 2, streaming: 1 }, []],
])('%s', (_, tasks, budget, positions) => {
  expect([...chooseWithinBudget(list(tasks), budget)].sort((one, other) => one - other)).toEqual(positions);
});

it('never takes more than the budget, and the same whatever the order', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', 'B'), maxLength: 60 }), fc.nat(40), fc.nat(40), fc.nat(59), (tasks, single, streaming, turn) => {
      const items = list(tasks);
      const budget = { items: single + streaming, streaming };
      const chosen = chooseWithinBudget(items, budget);
      expect(items.filter(({ position, isStreaming }) => chosen.has(position) && isStreaming).length).toBeLessThanOrEqual(streaming);
      expect(items.filter(({ position, isStreaming }) => chosen.has(position) && !isStreaming).length).toBe(Math.min(single, items.filter(({ isStreaming }) => !isStreaming).length));
      expect(chooseWithinBudget([...items.slice(turn), ...items.slice(0, turn)], budget)).toEqual(chosen);
    }),
  );
});
