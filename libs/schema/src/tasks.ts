/** The four temporal modes (paper, "Temporal Task Formulation"). */
export const TEMPORAL_MODES = ['retrospective', 'present', 'future', 'proactive'] as const;
export type TemporalMode = (typeof TEMPORAL_MODES)[number];

/** One model call an item, or one a round. */
export const TASK_MODES = ['single_turn', 'streaming'] as const;
export type TaskMode = (typeof TASK_MODES)[number];

interface TaskFacts {
  /** What is asked, in a few words, for tables. */
  title: string;
  temporalModes: readonly TemporalMode[];
}

/**
 * The task names our builders write. Release and outside files may use others; nothing but tables depends on the name.
 * The first word is the signal (phase, step, gesture, tool, view, event), the rest is what is asked of it.
 */
export const TASKS = {
  phase_now: { title: 'phase at the query time', temporalModes: ['present'] },
  phase_earlier: { title: 'phase at a moment earlier in the window', temporalModes: ['retrospective'] },
  phase_order: { title: 'order of the phases seen in the window', temporalModes: ['retrospective'] },
  phase_next: { title: 'phase that follows', temporalModes: ['future'] },
  phase_alert: { title: 'alert when a phase begins', temporalModes: ['proactive'] },
  step_now: { title: 'step at the query time', temporalModes: ['present'] },
  step_earlier: { title: 'step at a moment earlier in the window', temporalModes: ['retrospective'] },
  step_order: { title: 'order of the steps seen in the window', temporalModes: ['retrospective'] },
  step_next: { title: 'step that follows', temporalModes: ['future'] },
  step_alert: { title: 'alert when a step begins', temporalModes: ['proactive'] },
  gesture_now: { title: 'gesture at the query time', temporalModes: ['present'] },
  gesture_earlier: { title: 'gesture at a moment earlier in the window', temporalModes: ['retrospective'] },
  gesture_order: { title: 'order of the gestures seen in the window', temporalModes: ['retrospective'] },
  gesture_next: { title: 'gesture that follows', temporalModes: ['future'] },
  gesture_alert: { title: 'alert when a gesture begins', temporalModes: ['proactive'] },
  tools_visible: { title: 'instruments visible at the query time', temporalModes: ['present'] },
  tool_present: { title: 'whether one instrument is visible at the query time', temporalModes: ['present'] },
  tools_used: { title: 'instruments that appeared in the window', temporalModes: ['retrospective'] },
  tool_used: { title: 'whether one instrument appeared in the window', temporalModes: ['retrospective'] },
  tool_next: { title: 'instrument that appears next', temporalModes: ['future'] },
  tool_alert: { title: 'alert when an instrument appears', temporalModes: ['proactive'] },
  view_alert: { title: 'alert when the camera leaves the body', temporalModes: ['proactive'] },
  event_alert: { title: 'alert when an indexed adverse event begins', temporalModes: ['proactive'] },
} as const satisfies Record<string, TaskFacts>;

export type TaskName = keyof typeof TASKS;
