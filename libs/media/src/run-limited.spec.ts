import { runLimited } from './run-limited.js';

const rest = () => new Promise((resolve) => setTimeout(resolve, 2));

it('runs each task once and never more than the limit together', async () => {
  let [running, most] = [0, 0];
  const done: number[] = [];
  await runLimited([1, 2, 3, 4, 5], 2, async (task) => {
    running += 1;
    most = Math.max(most, running);
    await rest();
    done.push(task);
    running -= 1;
  });
  expect([most, done.sort()]).toEqual([2, [1, 2, 3, 4, 5]]);
});

it('throws the first failure, after what runs has ended, and starts nothing more', async () => {
  const ended: number[] = [];
  const failing = runLimited([1, 2, 3, 4], 2, async (task) => {
    if (task === 1) throw new Error('first');
    await rest();
    ended.push(task);
  });
  await expect(failing).rejects.toThrow('first');
  expect(ended).toEqual([2]);
});
