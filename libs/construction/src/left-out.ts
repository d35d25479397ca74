/** Why a candidate was not built. A closed list: the manifest of a build counts each. */
export const LEFT_OUT_REASONS = {
  'still-image': 'a still image has no time to ask about by this kind of label',
  'unknown-length': 'the length of the recording is not known, so that it cannot be asked about as a whole',
  'clip-too-long': 'the recording is longer than may be asked about as a whole',
  'degenerate-vocabulary': 'the labels leave nothing to tell apart: the answer would always be the same',
  'raters-disagree': 'the raters are too far apart for one right answer',
  'not-a-count': 'the measure has no bounds and is no whole number',
  'no-frame-rate': 'an image sequence without a stated frame rate has no seconds',
  'no-task-for-signal': 'the table of tasks has no question about this signal',
  'unlabelled': 'the label at the asked moment is not known',
  'blind': 'the picture cannot show the procedure at the asked moment',
  'near-boundary': 'the asked moment lies too close to a change of the label',
  'sparse-labels': 'the labels are too sparse to prove that something did not happen, or when it began',
  'beyond-media': 'the asked moment lies after the last frame',
  'window-too-short': 'the evidence window would be shorter than one sampling period',
  'not-sampled': 'no sampled frame would show the asked signal',
  'no-rounds': 'no schedule of rounds straddles the event within the tolerance',
  'ambiguous': 'two labels begin at once, so that there is no single right answer',
  'no-choices': 'the vocabulary gives no second choice',
  'label-not-showable': 'the label would read as a letter, an abstention or another choice',
  'same-label-only': 'every label of the window is the current one',
  'over-cap': 'the cap of the video, task and label was reached',
  'not-tried': 'enough candidates to choose among had been found before',
  'duplicate': 'the same question about the same window was built before',
} as const;

export type LeftOutReason = keyof typeof LEFT_OUT_REASONS;

/** Counts by reason; a reason that did not occur is absent. */
export type LeftOut = Partial<Record<LeftOutReason, number>>;

/** A running count of what was left out. */
export class LeftOutCounter {
  private readonly counts = new Map<LeftOutReason, number>();

  add(reason: LeftOutReason, times = 1): void {
    if (times > 0) this.counts.set(reason, (this.counts.get(reason) ?? 0) + times);
  }

  /** The counts with their reasons in alphabetical order. */
  toRecord(): LeftOut {
    return Object.fromEntries([...this.counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
