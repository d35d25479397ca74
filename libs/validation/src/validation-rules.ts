import type { Severity } from '@medstream/schema';

export interface ValidationRule {
  /** Stable name: area/what. */
  code: string;
  severity: Severity;
  title: string;
  /** What a finding of this rule means, and why it matters. */
  meaning: string;
}

/**
 * Every rule an item or a benchmark is held to. `temporal/…` and `rounds/…` are the temporal contract of contracts.md
 * section 1, checked by the sampling library; the rest follows that section, metrics.md section 1 and the defects seen in
 * the public release. Nothing is reported under a code that does not stand here.
 */
export const VALIDATION_RULES = [
  rule('schema/invalid', 'error', 'fields', 'A field is missing or has the wrong type or range.'),
  rule('schema/unknown-field', 'warning', 'unknown field', 'An item of schema version 1 holds a field that nothing reads; probably a spelling mistake.'),

  rule('temporal/task-mode', 'error', 'task mode', 'Retrospective and present items are single_turn, proactive ones streaming.'),
  rule('temporal/precision', 'error', 'precision of times', 'Times have at most 3 decimals; frame indices are whole.'),
  rule('temporal/window-order', 'error', 'reversed window', 'The evidence window ends before it starts.'),
  rule('temporal/window-start', 'error', 'start of the window', 'input_range does not start where query_time and context_window_sec say.'),
  rule('temporal/window-end', 'error', 'end of the window', 'input_range does not end at query_time, or at the last round.'),
  rule('temporal/window-degenerate', 'error', 'empty window', 'A window of no length over a video; only a warning where the past is not asked about.'),
  rule('temporal/window-short', 'info', 'short window', 'The evidence window is shorter than one sampling period, so that only its two ends are seen.'),
  rule('temporal/image-window', 'error', 'window of an image', 'A still image has the window [0, 0] (or [0.001, 0.001]).'),
  rule('temporal/frame-rate-missing', 'error', 'no frame rate', 'A streaming item counted in frames needs frame_rate.'),

  rule('rounds/none', 'error', 'no rounds', 'A streaming item has at least one round.'),
  rule('rounds/unexpected', 'error', 'rounds of a single turn', 'A single_turn item has no rounds.'),
  rule('rounds/number', 'error', 'number of a round', 'Rounds are numbered 1, 2, 3, …'),
  rule('rounds/order', 'error', 'order of rounds', 'current_time is strictly increasing.'),
  rule('rounds/before-query', 'error', 'round before the query', 'No current_time lies before query_time.'),
  rule('rounds/window-start', 'error', 'start of a round', 'The input_range of a round starts at query_time.'),
  rule('rounds/window-end', 'error', 'end of a round', 'The input_range of a round ends at its current_time.'),
  rule('rounds/answerable-reverts', 'error', 'answerable goes back', 'Once answerable, a round is never unanswerable again.'),
  rule('rounds/answerable-before-evidence', 'error', 'answerable too early', 'A round before t* is not answerable.'),
  rule('rounds/unanswerable-after-evidence', 'error', 'unanswerable too late', 'From t* on every round is answerable.'),
  rule('rounds/expected-before-evidence', 'error', 'output before t*', 'Before t* the expected output is an abstention.'),
  rule('rounds/expected-after-evidence', 'error', 'output from t* on', 'From t* on the expected output is an answer or an alert with a reason.'),
  rule('rounds/no-round-in-tolerance', 'error', 'no timely round', 'No round lies in [t*, t* + delta]; a perfect model cannot reach full marks.'),
  rule('rounds/t-star-unreachable', 'error', 't* after the last round', 'The expected response time lies beyond the last round.'),
  rule('rounds/answer-changes', 'warning', 'answer changes', 'Two rounds from t* on expect different answers to the same question.'),

  rule('text/empty-stem', 'error', 'empty question', 'Nothing is asked: the question is empty or only a response protocol.'),
  rule('text/placeholder', 'error', 'placeholder', 'A text of the item is a placeholder, not content.'),
  rule('text/about-files', 'warning', 'question about files', 'The question asks about annotation files, folders or splits, not about what is visible.'),
  rule('text/horizon-missing', 'error', 'no horizon', 'A question about the future names how far it looks ahead, with a unit of time.'),

  rule('closed/too-few-choices', 'error', 'fewer than two choices', 'A closed question offers at least two choices.'),
  rule('closed/empty-choice', 'error', 'empty choice', 'A choice holds no text.'),
  rule('closed/bare-letter', 'error', 'choice is a letter', 'A choice that is a bare letter cannot be told from an option mark.'),
  rule('closed/duplicate-choices', 'error', 'equal choices', 'Two choices are equal after normalisation.'),
  rule('closed/unanswerable-choice', 'error', 'unanswerable as a choice', 'unanswerable may be the answer but is never a choice.'),
  rule('closed/answer-not-in-choices', 'error', 'answer not offered', 'The answer, or the expected output of a round, is not among the choices.'),

  rule('open/rubric-missing', 'error', 'no rubric', 'An open item whose answer is not an abstention needs a marking guide.'),
  rule('open/rubric-without-criteria', 'error', 'rubric without criteria', 'A part of the rubric names no criterion, for example only "0-2".'),

  rule('protocol/unknown', 'error', 'unknown protocol', 'response_protocol is none of the three that are read.'),
  rule('protocol/response-space', 'error', 'wrong response space', 'Proactive items answer with a status, all others never do.'),

  rule('gold/unreadable', 'error', 'gold does not read as itself', 'The right answer, given as a reply, is not read as the right answer.'),
  rule('gold/oracle-below-one', 'error', 'oracle below 1', 'A model that gives the right answers does not get full marks on this item.'),

  rule('media/missing', 'warning', 'media missing', 'The media file was looked for and is not there.'),
  rule('media/beyond-end', 'error', 'window after the media', 'The window ends more than 1 s after the last frame.'),
  rule('media/late-endpoint', 'warning', 'window past the last frame', 'The window ends after the last frame, by up to 1 s; the last frame is used.'),

  rule('id/duplicate', 'error', 'duplicate id', 'Two items have the same sample_id.'),
  rule('duplicate/question', 'error', 'duplicate question', 'Two items ask the same question over the same window in the same form.'),

  rule('leak/sample-id', 'warning', 'answer in the id', 'sample_id holds the answer; whoever shows or logs it gives the answer away.'),
  rule('leak/media-path', 'info', 'answer in the path', 'media_path or video_id holds the answer; a prompt must never show them.'),
  rule('leak/question', 'warning', 'answer in the question', 'The question holds the right answer and no other choice.'),

  rule('balance/answer', 'warning', 'one answer prevails', 'One answer is right in more than 60 % of the items of a task (20 items or more).'),
  rule('balance/position', 'warning', 'one position prevails', 'The right choice stands at the same place in more than 60 % of the items of a task (20 items or more).'),
  rule('balance/no-never-alert', 'warning', 'every alert comes', 'A proactive task of 20 items or more has none in which no alert is due, so that always alerting at the end is never wrong.'),
] as const satisfies readonly ValidationRule[];

export type ValidationCode = (typeof VALIDATION_RULES)[number]['code'];

function rule<Code extends string>(code: Code, severity: Severity, title: string, meaning: string): ValidationRule & { code: Code } {
  return { code, severity, title, meaning };
}
