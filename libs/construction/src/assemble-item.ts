import { type BenchmarkItem, contentId, RESPONSE_PROTOCOLS, type Round, type SeededRandom, type SourceDescriptor, stringifyJsonLine, type Timeline, UNANSWERABLE } from '@medstream/schema';

import { arrangeChoices, listRightTexts } from './arrange-choices.js';
import { type BuildContext, toMicros } from './build-context.js';
import { CONSTRUCTION_VERSION } from './construction-version.js';
import type { Draft } from './draft.js';
import { writeRubric } from './judge-rubric.js';
import { nameItems } from './name-items.js';
import { isShowable, normaliseShownText } from './show-label.js';
import { findWindowStart } from './list-query-times.js';
import { fillWording, WORDINGS } from './wordings.js';

/** Facts of the data set that every item repeats. */
export type ItemDescriptor = Pick<SourceDescriptor, 'licence' | 'citation' | 'access'>;

export interface Assembly {
  context: BuildContext;
  descriptor: ItemDescriptor;
  /** Written as a free-text question instead of one with choices. */
  isOpen: boolean;
  /** 0-based place of the item among those of its task: turns the position of the right choice. */
  place: number;
  /** Chooses the wording and the wrong choices. */
  random: SeededRandom;
}

/** Puts a draft into words. Null, and counted, where the vocabulary leaves no second choice or the label cannot be shown. */
export function assembleItem(draft: Draft, { context, descriptor, isOpen, place, random }: Assembly): BenchmarkItem | null {
  const { timeline, options, scale, leftOut } = context;
  const rightLabels = draft.gold.kind === 'label' ? [draft.gold.label] : draft.gold.kind === 'labels' ? draft.gold.labels : [];
  const rightTexts = listRightTexts(draft);
  if (!rightLabels.every(isShowable) || new Set(rightTexts.map(normaliseShownText)).size < rightTexts.length) {
    leftOut.add('label-not-showable');
    return null;
  }
  const taskMode = draft.schedule === null ? 'single_turn' : 'streaming';
  const wordings = WORDINGS[draft.wording];
  const wordingIndex = random.nextIndex(wordings.length);
  const choices = isOpen ? null : arrangeChoices(draft, { maxChoices: options.max_choices, position: place }, random);
  if (!isOpen && draft.choices !== null && choices === null) {
    leftOut.add('no-choices');
    return null;
  }
  const question = fillWording(wordings[wordingIndex] as string, draft.fill);
  const times = describeTimes(context, draft);
  // what is asked, of what, and when; the id needs no more. It is made of every item, so without keys that would have to be sorted
  const window = draft.schedule === null ? [times.context_window_sec] : [draft.schedule.expectedMicros, draft.schedule.currentMicros, times.tolerance_sec];
  const identity = [timeline.dataset, timeline.videoId, draft.task, draft.wording, Object.entries(draft.fill), isOpen, times.query_time, ...window];
  // in the order of the schema's fields, as they are written
  return {
    schema_version: 1,
    sample_id: contentId(nameOf(timeline), stringifyJsonLine(identity)),
    dataset: timeline.dataset,
    video_id: timeline.videoId,
    case_id: timeline.caseId,
    organ: timeline.organ,
    media_path: timeline.media.path,
    media_type: timeline.media.type,
    time_unit: scale.unit,
    ...(scale.frameRate === null ? {} : { frame_rate: scale.frameRate }),
    task: draft.task,
    task_mode: taskMode,
    temporal_mode: draft.temporalMode,
    question_type: choices === null ? 'open' : 'closed',
    question,
    ...(choices === null ? { reference_answer: writeReference(draft), judge_rubric: writeRubric(draft.gold) } : { choices, answer: writeAnswer(draft) }),
    query_time: times.query_time,
    context_window_sec: times.context_window_sec,
    input_range: times.input_range,
    response_protocol: draft.temporalMode === 'proactive' ? RESPONSE_PROTOCOLS.alert : RESPONSE_PROTOCOLS.answer,
    sampling_period_sec: options.sampling_period_sec,
    ...(draft.schedule === null ? {} : { rounds: times.rounds, expected_response_time: times.expected_response_time, tolerance_sec: times.tolerance_sec }),
    evidence: draft.evidence,
    label_source: draft.view.labelSource,
    quality: { review: 'none' },
    provenance: {
      sources: timeline.sourceFiles,
      signal: draft.view.signal,
      builder: 'medstream-construction',
      builder_version: CONSTRUCTION_VERSION,
      template: `${draft.wording}.${wordingIndex + 1}`,
      model: null,
      ...descriptorFields(descriptor),
    },
  };
}

function descriptorFields({ licence, citation, access }: ItemDescriptor): ItemDescriptor {
  return { licence, citation, access };
}

const names = new WeakMap<Timeline, string>();

/** Worked out once for all items of a video. */
function nameOf(timeline: Timeline): string {
  const name = names.get(timeline) ?? nameItems(timeline);
  names.set(timeline, name);
  return name;
}

type ItemTimes = Pick<BenchmarkItem, 'query_time' | 'context_window_sec' | 'input_range' | 'rounds' | 'expected_response_time' | 'tolerance_sec'>;

function describeTimes(context: BuildContext, draft: Draft): ItemTimes {
  const { scale, options } = context;
  const queryTime = scale.toUnit(draft.queryMicros);
  if (draft.schedule === null) {
    const windowMicros = draft.windowMicros ?? toMicros(options.window_sec);
    return { query_time: queryTime, context_window_sec: scale.toUnit(windowMicros), input_range: [scale.toUnit(findWindowStart(draft.queryMicros, windowMicros)), queryTime] };
  }
  const { expectedMicros, currentMicros } = draft.schedule;
  const last = currentMicros.at(-1) as number;
  return {
    query_time: queryTime,
    context_window_sec: scale.toUnit(last - draft.queryMicros),
    input_range: [queryTime, scale.toUnit(last)],
    rounds: currentMicros.map((current, index) => describeRound(context, draft, { current, index })),
    expected_response_time: expectedMicros === null ? null : scale.toUnit(expectedMicros),
    tolerance_sec: options.tolerance_sec,
  };
}

function describeRound({ scale }: BuildContext, draft: Draft, { current, index }: { current: number; index: number }): Round {
  const expectedMicros = draft.schedule?.expectedMicros ?? null;
  const answerable = expectedMicros !== null && current >= expectedMicros;
  const before = draft.temporalMode === 'proactive' ? 'no_alert' : UNANSWERABLE;
  return {
    round: index + 1,
    current_time: scale.toUnit(current),
    input_range: [scale.toUnit(draft.queryMicros), scale.toUnit(current)],
    expected_output: answerable ? writeReference(draft) : before,
    answerable,
  };
}

function writeAnswer(draft: Draft): string | string[] {
  const right = listRightTexts(draft);
  if (draft.gold.kind === 'labels') return right;
  return right[0] ?? UNANSWERABLE;
}

/** The right answer as free text. */
function writeReference(draft: Draft): string {
  switch (draft.gold.kind) {
    case 'alert':
      return `alert: ${draft.gold.reason}`;
    case 'never-alert':
      return 'no_alert';
    case 'unanswerable':
      return UNANSWERABLE;
    case 'label':
    case 'labels':
    case 'text':
    case 'word':
    case 'no-change':
      return listRightTexts(draft).join(', ');
  }
}
