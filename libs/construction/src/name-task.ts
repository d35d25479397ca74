/** What a task asks of its signal, as it stands in the name of the task. */
export type Asked =
  | 'now' | 'earlier' | 'order' | 'sequence' | 'kinds' | 'duration' | 'next' | 'alert'
  | 'visible' | 'present' | 'allSeen' | 'seen'
  | 'count' | 'location' | 'size' | 'attribute'
  | 'class' | 'grade' | 'rating'
  | 'verb' | 'target';

/** Names that do not follow the pattern, by signal and question; they stand in the table of tasks. */
const OWN_NAMES: Readonly<Record<string, Partial<Record<Asked, string>>>> = {
  tool: { allSeen: 'tools_used', seen: 'tool_used' },
  organ: { class: 'organ_shown' },
};

/**
 * The name of a task: the signal, then what is asked, e.g. `phase_now`; in the plural where all labels are asked for, e.g.
 * `tools_visible`. Every signal gets names, whether the table of tasks knows it or not.
 */
export function nameTask(signal: string, asked: Asked): string {
  const own = OWN_NAMES[signal]?.[asked];
  if (own !== undefined) return own;
  if (asked === 'visible') return `${signal}s_visible`;
  return asked === 'allSeen' ? `${signal}s_seen` : `${signal}_${asked}`;
}
