import { parseJsonText } from '@medstream/schema';

import type { RewardAnswer } from './read-reward-answer.js';
import { REWARD_TASKS, type RewardTask } from './reward-tasks.js';

/** Seconds after which a boundary that is off has lost all but 1/e of its reward. */
export const BOUNDARY_TAU_SEC = 1.5;
/** What strict JSON adds to the reward of a phase task. */
export const FORMAT_BONUS = 0.05;

/** Reward of one reply: of its answer in [0, 1], of its form (0 or 1), and both together as the set's authors add them. */
export interface Reward {
  task: number;
  format: number;
  total: number;
}

/**
 * The task reward (metrics.md section 6): equality for letters and phases; exp(-|t - t*| / 1.5) for a boundary;
 * intersection over union for an interval, 0 for one that is degenerate or reversed: it is never repaired.
 */
export function scoreRewardAnswer(task: RewardTask, answer: RewardAnswer, expected: RewardAnswer): number {
  switch (REWARD_TASKS[task].reads) {
    case 'letter':
    case 'phase':
      return answer === expected ? 1 : 0;
    case 'timestamp':
      return Math.exp(-Math.abs(Number(answer) - Number(expected)) / BOUNDARY_TAU_SEC);
    case 'interval':
      return scoreOverlap(readRange(answer), readRange(expected));
  }
}

/** Adds the bonus for strict JSON where the task has one. */
export function addFormatBonus(task: RewardTask, taskReward: number, isStrict: boolean): Reward {
  const format = REWARD_TASKS[task].hasFormatBonus && isStrict ? 1 : 0;
  return { task: taskReward, format, total: taskReward + FORMAT_BONUS * format };
}

function scoreOverlap([start, end]: readonly [number, number], [goldStart, goldEnd]: readonly [number, number]): number {
  if (!(end > start)) return 0;
  const shared = Math.max(0, Math.min(end, goldEnd) - Math.max(start, goldStart));
  return shared / (end - start + (goldEnd - goldStart) - shared);
}

function readRange(answer: RewardAnswer): readonly [number, number] {
  return parseJsonText(answer, 'an interval') as [number, number];
}
