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
 * section 1, checked by the sampling library; the rest follows that section, metrics.md section 1 and the defects D1 to
 * D18 seen in the public release (release-format.md section 5). Nothing is reported under a code that does not stand here.
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
  rule('temporal/window-short', 'warning', 'short window', 'The evidence window is shorter than one sampling period, so that only its two ends are seen (D17).'),
  rule('temporal/image-window', 'error', 'window of an image', 'A still image has the window [0, 0] (or [0.001, 0.001]).'),
  rule('temporal/frame-rate-missing', 'error', 'no frame rate', 'A streaming item counted in frames needs frame_rate.'),

  rule('temporal/window-unset', 'error', 'window never set', 'A window of no length at the very first instant of a video, with no context: the time was never set (D4).'),
  rule('temporal/start-floor', 'info', 'floored start', 'The window starts at 0.001, the floor of the public release; it is read as 0 (D15).'),
  rule('temporal/mode-mislabelled', 'warning', 'another temporal mode', 'The question speaks of another time than its temporal mode says, for example of the current moment in a retrospective item (D14).'),
  rule('temporal/moment-mismatch', 'warning', 'another moment', 'The question asks about the beginning, the query lies later (D11).'),

  rule('sampling/too-many-targets', 'error', 'too many frames', 'A window asks for over 100,000 frames, or all rounds together for over 1,000,000; a run refuses the item unless it thins.'),

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
  rule('rounds/sparse', 'warning', 'rounds far apart', 'Two neighbouring rounds lie more than 120 s apart, so that nobody can tell when a model responded.'),
  rule('rounds/answer-changes', 'warning', 'answer changes', 'Two rounds from t* on expect different answers to the same question.'),

  rule('text/empty-stem', 'error', 'empty question', 'Nothing is asked: the question is empty or only a response protocol (D2).'),
  rule('text/placeholder', 'error', 'placeholder', 'A text of the item is a placeholder, not content (D3).'),
  rule('text/about-files', 'error', 'question about files', 'The question asks about files, folders or splits, not about what is visible (D7).'),
  rule('text/about-annotation', 'warning', 'question about annotations', 'The question asks what was annotated or what the recording is associated with, not what is visible (D10).'),
  rule('text/spelling-differs', 'warning', 'two spellings', 'Evidence and answer of an item in the form of the release spell the same label differently (D12).'),
  rule('text/horizon-missing', 'error', 'no horizon', 'A question about the future names how far it looks ahead, with a unit of time.'),

  rule('closed/too-few-choices', 'error', 'fewer than two choices', 'A closed question offers at least two choices.'),
  rule('closed/empty-choice', 'error', 'empty choice', 'A choice holds no text.'),
  rule('closed/bare-letter', 'error', 'choice is a letter', 'A choice that is a bare letter cannot be told from an option mark.'),
  rule('closed/duplicate-choices', 'error', 'equal choices', 'Two choices are equal after normalisation.'),
  rule('closed/unanswerable-choice', 'error', 'unanswerable as a choice', 'unanswerable may be the answer but is never a choice.'),
  rule('closed/answer-not-in-choices', 'error', 'answer not offered', 'The answer, or the expected output of a round, is not among the choices.'),

  rule('closed/ambiguous-choices', 'warning', 'choices that overlap', 'A wrong choice holds the right one within it or is part of it, so that both could be right.'),
  rule('closed/single-of-many', 'warning', 'one of many', 'Presence, of which several can hold at once, is asked as a single choice (D10).'),

  rule('open/points-at-choices', 'warning', 'choices that are not there', 'An open question speaks of choices ("which of these", "these three", "the following") that nobody is shown.'),
  rule('open/rubric-missing', 'error', 'no rubric', 'An open item whose answer is not an abstention needs a marking guide.'),
  rule('open/rubric-without-criteria', 'error', 'rubric without criteria', 'A part of the rubric names no criterion, for example only "0-2" (D6).'),
  rule('open/rubric-levels', 'warning', 'rubric without all levels', 'A part of the rubric names some of its marks but not all (D13).'),

  rule('protocol/unknown', 'error', 'unknown protocol', 'response_protocol is none of the three that are read.'),
  rule('protocol/response-space', 'error', 'wrong response space', 'Proactive items answer with a status, all others never do.'),

  rule('gold/unreadable', 'error', 'gold does not read as itself', 'The right answer, given as a reply, is not read as the right answer.'),
  rule('gold/oracle-below-one', 'error', 'oracle below 1', 'A model that gives the right answers does not get full marks on this item.'),

  rule('media/missing', 'warning', 'media missing', 'The media file was looked for and is not there.'),
  rule('media/beyond-end', 'error', 'window after the media', 'The window ends more than 1 s after the last frame is over; such a frame cannot be sampled.'),
  rule('media/undecodable-start', 'error', 'no first picture', 'The first picture of the medium cannot be decoded.'),
  rule('media/undecodable-end', 'error', 'no last picture', 'No picture of the last 2 s of the medium can be decoded.'),
  rule('media/shorter-than-labels', 'warning', 'media shorter than labels', 'The labels reach more than 2 s past the last frame: the medium is cut, or counted at another rate.'),
  rule('media/length-mismatch', 'warning', 'labels much shorter than media', 'The labels end before half of the medium: they are probably counted at another frame rate.'),
  rule('media/rounded-up', 'info', 'rounded end', 'The window ends less than a millisecond after the last frame is over, by rounding up; the last frame is used (D16).'),
  rule('media/late-endpoint', 'warning', 'window past the last frame', 'The window ends more than one frame, and up to 1 s, after the last frame is over; the last frame is used, with a note.'),

  rule('id/unset-part', 'error', 'unset part of an id', 'sample_id ends in a value that was never set, such as _None (D5).'),
  rule('id/control-character', 'error', 'unseen characters in a name', 'sample_id, dataset, video_id, case_id or task holds a control character, a line break, or a sign that is not seen.'),
  rule('id/markup', 'warning', 'markup in a name', 'One of these names holds a tag or an entity of HTML; pages of ours show it as text, others may not.'),
  rule('id/task-spelling', 'error', 'task not in snake_case', 'The task is not named in snake_case; only a warning on items in the form of the release.'),
  rule('id/duplicate', 'error', 'duplicate id', 'Two items have the same sample_id.'),
  rule('duplicate/question', 'error', 'duplicate question', 'Two items ask the same question over the same window in the same form.'),

  rule('duplicate/near', 'warning', 'nearly the same question', 'The same task with the same answer over the same window of a medium, in other words or another form (D18); within the 256 latest media.'),

  rule('leak/sample-id', 'warning', 'answer in the id', 'sample_id holds the answer; whoever shows or logs it gives the answer away (D8).'),
  rule('leak/media-path', 'warning', 'answer in the path', 'media_path or video_id holds the answer; a prompt must never show them (D8). Only information on items of schema version 1, whose prompts never do.'),
  rule('leak/evidence', 'warning', 'answer in the evidence', 'The evidence is the answer and nothing else; on items in the form of the release also: states the answer in plain words (D9).'),
  rule('leak/question', 'warning', 'answer in the question', 'The question holds the right answer and no other choice.'),

  rule('balance/answer', 'warning', 'one answer prevails', 'One answer is right in more than 60 % of the items of a task (20 items or more).'),
  rule('balance/position', 'warning', 'one position prevails', 'The right choice stands at the same place in more than 60 % of the items of a task (20 items or more).'),
  rule('balance/constant-policy', 'warning', 'a blind policy does well', 'A policy that looks at no picture (always abstain, first choice, always alert) scores over 0.7 on a task of 20 items or more.'),
  rule('balance/no-never-alert', 'warning', 'every alert comes', 'A proactive task of 20 items or more has none in which no alert is due, so that always alerting at the end is never wrong.'),
] as const satisfies readonly ValidationRule[];

export type ValidationCode = (typeof VALIDATION_RULES)[number]['code'];

function rule<Code extends string>(code: Code, severity: Severity, title: string, meaning: string): ValidationRule & { code: Code } {
  return { code, severity, title, meaning };
}
