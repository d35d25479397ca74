/** The four temporal modes (paper, "Temporal Task Formulation"). */
export const TEMPORAL_MODES = ['retrospective', 'present', 'future', 'proactive'] as const;
export type TemporalMode = (typeof TEMPORAL_MODES)[number];

/** One model call an item, or one a round. */
export const TASK_MODES = ['single_turn', 'streaming'] as const;
export type TaskMode = (typeof TASK_MODES)[number];

export interface TaskFacts {
  /** What is asked, in a few words, for tables. */
  title: string;
  temporalModes: readonly TemporalMode[];
}

/** Questions about a signal of which one label holds at a time. */
const askedOfState = (noun: string, nouns: string) => ({
  now: facts(`${noun} at the query time`, 'present'),
  earlier: facts(`${noun} at a moment earlier in the window`, 'retrospective'),
  order: facts(`order of the ${nouns} seen in the window`, 'retrospective'),
  sequence: facts(`sequence of three ${nouns} seen in the window`, 'retrospective'),
  kinds: facts(`how many different ${nouns} the window shows`, 'retrospective'),
  duration: facts(`how long one ${noun} lasts within the window`, 'retrospective'),
  next: facts(`${noun} that follows`, 'future'),
  alert: facts(`alert when one of the ${nouns} begins`, 'proactive'),
});

/** Questions about a signal of which any number of labels may hold at a time; the lists of all have names of their own. */
const askedOfPresence = (noun: string, nouns: string) => ({
  present: facts(`whether one ${noun} is visible at the query time`, 'present'),
  kinds: facts(`how many different ${nouns} the window shows`, 'retrospective'),
  duration: facts(`how long one ${noun} is visible within the window`, 'retrospective'),
  next: facts(`${noun} that appears next`, 'future'),
  alert: facts(`alert when one of the ${nouns} appears`, 'proactive'),
});

/** Questions about what is drawn round in the picture. */
const askedOfRegions = (nouns: string) => ({
  count: facts(`how many ${nouns} of one kind are visible at the query time`, 'present'),
  location: facts(`quarter of the picture in which one of the ${nouns} lies at the query time`, 'present'),
  size: facts(`how much of the picture one of the ${nouns} covers at the query time`, 'present'),
  attribute: facts(`state of one of the ${nouns} at the query time`, 'present'),
});

/** Questions about a label of a whole recording, an image or a part of a recording. */
const askedOfClass = (noun: string) => ({ class: facts(`${noun} of the recording or image`, 'present', 'retrospective') });

/**
 * The task names our builders write: the signal, then what is asked of it. Signals that are not named here (those of
 * sources that users describe) get names by the same pattern. Release and outside files may use others; nothing but
 * tables depends on the name.
 */
export const TASKS = {
  ...ofSignal('phase', askedOfState('phase', 'phases')),
  ...ofSignal('step', askedOfState('step', 'steps')),
  ...ofSignal('gesture', askedOfState('gesture', 'gestures')),
  ...ofSignal('action', { ...askedOfPresence('action', 'actions'), ...askedOfState('action', 'actions'), seen: facts('whether one action appeared in the window', 'retrospective') }),
  actions_visible: facts('actions visible at the query time', 'present'),
  actions_seen: facts('actions that appeared in the window', 'retrospective'),
  ...ofSignal('verb', { ...askedOfPresence('action', 'actions'), seen: facts('whether one action appeared in the window', 'retrospective') }),
  verbs_visible: facts('actions visible at the query time', 'present'),
  verbs_seen: facts('actions that appeared in the window', 'retrospective'),
  ...ofSignal('tool', { ...askedOfPresence('instrument', 'instruments'), ...askedOfRegions('instruments'), used: facts('whether one instrument appeared in the window', 'retrospective') }),
  ...ofSignal('tool_tip', askedOfRegions('tips of instruments')),
  tools_visible: facts('instruments visible at the query time', 'present'),
  tools_used: facts('instruments that appeared in the window', 'retrospective'),
  ...ofSignal('finding', { ...askedOfPresence('finding', 'findings'), ...askedOfRegions('findings'), ...askedOfClass('finding'), seen: facts('whether one finding appeared in the window or recording', 'retrospective') }),
  findings_visible: facts('findings visible at the query time', 'present'),
  findings_seen: facts('findings that appeared in the window', 'retrospective'),
  triplet_verb: facts('what one instrument does at the query time', 'present'),
  triplet_target: facts('what one instrument acts on at the query time', 'present'),
  triplet_alert: facts('alert when one instrument begins a stated action on a stated structure', 'proactive'),
  organ_shown: facts('organ or section of the tract in the recording or image', 'present', 'retrospective'),
  ...ofSignal('landmark', askedOfClass('anatomical landmark')),
  ...ofSignal('quality', askedOfClass('quality of the view')),
  motion_next: facts('camera motion that follows', 'future'),
  motion_class: facts('camera motion of the recording', 'retrospective'),
  skill_grade: facts('grade of skill over a recording', 'retrospective'),
  skill_rating: facts('rating of a recording on one scale', 'retrospective'),
  skill_count: facts('count over a recording', 'retrospective'),
  view_alert: facts('alert when the camera leaves the body', 'proactive'),
  event_alert: facts('alert when an indexed adverse event begins', 'proactive'),
} as const satisfies Record<string, TaskFacts>;

export type TaskName = keyof typeof TASKS;

function facts(title: string, ...temporalModes: TemporalMode[]): TaskFacts {
  return { title, temporalModes };
}

function ofSignal<Signal extends string, Asked extends string>(signal: Signal, asked: Readonly<Record<Asked, TaskFacts>>): Record<`${Signal}_${Asked}`, TaskFacts> {
  return Object.fromEntries(Object.entries<TaskFacts>(asked).map(([question, of]) => [`${signal}_${question}`, of])) as Record<`${Signal}_${Asked}`, TaskFacts>;
}
