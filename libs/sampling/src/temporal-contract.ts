import type { BenchmarkItem } from '@medstream/schema';

import { checkRounds } from './check-rounds.js';
import { resolveMediaType, resolveTimeUnit } from './media-type.js';
import { compareTimes, isAcceptedStart, RELEASE_FLOOR_MICROS, reportError, type TemporalFinding } from './temporal-finding.js';
import { formatMicros, MICROS_PER_UNIT, secondsToMicros } from './time.js';

/** The fields that the temporal contract speaks of. */
export type TemporalItem = Pick<
  BenchmarkItem,
  | 'task_mode'
  | 'temporal_mode'
  | 'query_time'
  | 'context_window_sec'
  | 'input_range'
  | 'rounds'
  | 'expected_response_time'
  | 'tolerance_sec'
  | 'response_protocol'
  | 'media_type'
  | 'media_path'
  | 'time_unit'
  | 'frame_rate'
>;

/**
 * Everything of contracts.md section 1, "Temporal contract", over one item, compared on the internal integer scale.
 *
 * | code | what it means |
 * |---|---|
 * | temporal/task-mode | retrospective and present are single_turn, proactive is streaming |
 * | temporal/precision | query_time and current_time have at most 3 decimals, frame indices are whole |
 * | temporal/window-order | the window ends before it starts |
 * | temporal/window-start, temporal/window-end | input_range is not what query_time, window and rounds say |
 * | temporal/window-degenerate | a window of no length over a video: error where the past is asked about, else warning |
 * | temporal/image-window | a still image's window is neither [0, 0] nor [0.001, 0.001] |
 * | temporal/frame-rate-missing | a streaming item counted in frames without frame_rate |
 * | rounds/… | see `checkRounds` |
 *
 * Severity is error but where the table says otherwise; `plan`, `run` and `score` show all as warnings.
 */
export function checkTemporalContract(item: TemporalItem): TemporalFinding[] {
  const findings = [...checkTaskMode(item), ...checkPrecision(item), ...checkFrameRate(item)];
  if (item.task_mode === 'streaming') return [...findings, ...checkRounds(item)];
  if (item.rounds !== undefined && item.rounds.length > 0) {
    findings.push(reportError('rounds/unexpected', 'rounds', `expected no rounds on a single_turn item, found ${item.rounds.length}`));
  }
  const checkWindow = resolveMediaType(item) === 'image' ? checkImageWindow : checkSingleTurnWindow;
  return [...findings, ...checkWindow(item)];
}

function checkTaskMode({ task_mode, temporal_mode }: TemporalItem): TemporalFinding[] {
  if (temporal_mode === 'future') return [];
  const expected = temporal_mode === 'proactive' ? 'streaming' : 'single_turn';
  return task_mode === expected ? [] : [reportError('temporal/task-mode', 'task_mode', `expected ${expected} for a ${temporal_mode} item, found ${task_mode}`)];
}

function checkPrecision(item: TemporalItem): TemporalFinding[] {
  const isFrames = resolveTimeUnit(item) === 'frames';
  const step = isFrames ? MICROS_PER_UNIT : 1000;
  const expected = isFrames ? 'a whole frame index' : 'at most 3 decimals';
  const times = [
    { path: 'query_time', time: item.query_time },
    ...(item.rounds ?? []).map((round, index) => ({ path: `rounds[${index}].current_time`, time: round.current_time })),
  ];
  return times
    .filter(({ time }) => secondsToMicros(time) % step !== 0 && secondsToMicros(time) !== RELEASE_FLOOR_MICROS)
    .map(({ path, time }) => reportError('temporal/precision', path, `expected ${expected}, found ${time}`));
}

function checkFrameRate(item: TemporalItem): TemporalFinding[] {
  if (item.task_mode !== 'streaming' || resolveTimeUnit(item) !== 'frames' || item.frame_rate !== undefined) return [];
  return [reportError('temporal/frame-rate-missing', 'frame_rate', 'expected the stated frame rate of a streaming item counted in frames, found none')];
}

function checkImageWindow({ query_time, input_range: [start, end] }: TemporalItem): TemporalFinding[] {
  const fields = [
    ['query_time', query_time],
    ['input_range[0]', start],
    ['input_range[1]', end],
  ] as const;
  const allowed = [0, RELEASE_FLOOR_MICROS];
  const wrong = fields.filter(([, time]) => !allowed.includes(secondsToMicros(time)));
  const findings = wrong.map(([path, time]) => reportError('temporal/image-window', path, `expected 0 (or 0.001) for a still image, found ${time}`));
  return findings.length > 0 ? findings : compareTimes('temporal/window-end', 'input_range[1]', { expected: query_time, found: end, of: 'query_time' });
}

function checkSingleTurnWindow(item: TemporalItem): TemporalFinding[] {
  const [start, end] = item.input_range.map(secondsToMicros) as [number, number];
  const expectedStart = Math.max(0, secondsToMicros(item.query_time) - secondsToMicros(item.context_window_sec));
  const findings = compareTimes('temporal/window-end', 'input_range[1]', { expected: item.query_time, found: item.input_range[1], of: 'query_time' });
  if (!isAcceptedStart(start, expectedStart)) {
    const expected = `expected query_time - context_window_sec (never under 0), ${formatMicros(expectedStart)}`;
    findings.push(reportError('temporal/window-start', 'input_range[0]', `${expected}, found ${formatMicros(start)}`));
  }
  if (end < start) {
    findings.push(reportError('temporal/window-order', 'input_range', `expected a start not after the end, found [${item.input_range.join(', ')}]`));
  } else if (end === start) {
    findings.push({
      code: 'temporal/window-degenerate',
      severity: item.temporal_mode === 'retrospective' ? 'error' : 'warning',
      path: 'input_range',
      message: `expected a window with a length, found the single instant ${formatMicros(end)}`,
    });
  }
  return findings;
}
