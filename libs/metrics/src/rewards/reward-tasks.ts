import { type BenchmarkItem, RESPONSE_PROTOCOLS } from '@medstream/schema';

/**
 * Tasks of the cataract surgery set with a reward of their own (metrics.md section 6), by the record's question_type:
 * how the answer is read, and whether strict JSON earns the format bonus (phase tasks only).
 */
export const REWARD_TASKS = {
  step_identification: { reads: 'letter', hasFormatBonus: false },
  instrument_identification: { reads: 'letter', hasFormatBonus: false },
  visual_observation: { reads: 'letter', hasFormatBonus: false },
  timestamp_to_phase: { reads: 'phase', hasFormatBonus: true },
  contextual_phase_recognition: { reads: 'phase', hasFormatBonus: true },
  boundary_detection: { reads: 'timestamp', hasFormatBonus: true },
  temporal_localization: { reads: 'interval', hasFormatBonus: true },
} as const;

/** Tasks that a judge marks with whole numbers from 0 to 5, and by which dimensions; the headline is the last one. */
export const MARKED_TASKS = {
  visual_description: ['score'],
  narration: ['step_coverage', 'chronological_accuracy', 'visual_technical_accuracy', 'narrative_flow', 'overall_score'],
} as const;

/** Highest mark of a dimension; a mark counts as its fifth. */
export const HIGHEST_MARK = 5;

export type RewardTask = keyof typeof REWARD_TASKS;
export type MarkedTask = keyof typeof MARKED_TASKS;

/** The rewarded task of an item; null for every item that is scored by the ordinary rules. */
export function rewardTaskOf(item: Pick<BenchmarkItem, 'response_protocol' | 'task'>): RewardTask | null {
  return item.response_protocol === RESPONSE_PROTOCOLS.json && Object.hasOwn(REWARD_TASKS, item.task) ? (item.task as RewardTask) : null;
}

/** The judge-marked task of an item; null for every other. */
export function markedTaskOf(item: Pick<BenchmarkItem, 'response_protocol' | 'task'>): MarkedTask | null {
  return item.response_protocol === RESPONSE_PROTOCOLS.json && Object.hasOwn(MARKED_TASKS, item.task) ? (item.task as MarkedTask) : null;
}
