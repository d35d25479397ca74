import { type BenchmarkItem, RESPONSE_PROTOCOLS, type Round, UNANSWERABLE } from '@medstream/schema';

import { type ExpectedResponse, resolveExpectedResponse } from './expected-response.js';
import { type TimeBase, toleranceMicrosOf } from './sampling-period.js';
import { compareTimes, isAcceptedStart, reportError, type TemporalFinding } from './temporal-finding.js';
import { formatMicros, secondsToMicros } from './time.js';

type StreamingItem = TimeBase &
  Pick<BenchmarkItem, 'temporal_mode' | 'query_time' | 'input_range' | 'rounds' | 'expected_response_time' | 'tolerance_sec' | 'response_protocol'>;

/**
 * The rounds of a streaming item (contracts.md section 1, "Temporal contract").
 *
 * | code | what it means |
 * |---|---|
 * | rounds/none | no round at all |
 * | rounds/number | numbers are not 1, 2, 3, … |
 * | rounds/order | current_time is not strictly increasing |
 * | rounds/before-query | current_time lies before query_time |
 * | rounds/window-start, rounds/window-end | a round's input_range is not [query_time, current_time] |
 * | temporal/window-start, temporal/window-end | the item's input_range is not [query_time, last current_time] |
 * | rounds/answerable-reverts | answerable goes back from true to false |
 * | rounds/answerable-before-evidence, rounds/unanswerable-after-evidence | answerable disagrees with t* |
 * | rounds/expected-before-evidence, rounds/expected-after-evidence | expected_output is of the wrong kind for its side of t* |
 * | rounds/no-round-in-tolerance | no round lies in [t*, t* + delta], so nobody can reach full marks |
 * | rounds/t-star-unreachable | t* lies beyond the last round |
 *
 * That every answerable round samples a target at or after t* follows: its own end is always a target.
 */
export function checkRounds(item: StreamingItem): TemporalFinding[] {
  const rounds = item.rounds ?? [];
  const last = rounds.at(-1);
  if (last === undefined) return [reportError('rounds/none', 'rounds', 'expected at least one round of a streaming item, found none')];
  const expected = resolveExpectedResponse(item);
  return [
    ...checkItemWindow(item, last),
    ...rounds.flatMap((round, index) => [
      ...checkPlace(rounds, index),
      ...checkRoundWindow(item, round, index),
      ...checkEvidence({ item, round, index, expected }),
    ]),
    ...checkReach(item, rounds, expected),
  ];
}

function checkItemWindow({ query_time, input_range }: StreamingItem, last: Round): TemporalFinding[] {
  return [
    ...checkStart('temporal/window-start', 'input_range[0]', { found: input_range[0], queryTime: query_time }),
    ...compareTimes('temporal/window-end', 'input_range[1]', { expected: last.current_time, found: input_range[1], of: 'the last current_time' }),
  ];
}

function checkRoundWindow({ query_time }: StreamingItem, round: Round, index: number): TemporalFinding[] {
  const [start, end] = round.input_range;
  return [
    ...checkStart('rounds/window-start', `rounds[${index}].input_range[0]`, { found: start, queryTime: query_time }),
    ...compareTimes('rounds/window-end', `rounds[${index}].input_range[1]`, { expected: round.current_time, found: end, of: 'current_time' }),
    ...(secondsToMicros(round.current_time) < secondsToMicros(query_time)
      ? [reportError('rounds/before-query', `rounds[${index}].current_time`, `expected at least query_time, ${query_time}, found ${round.current_time}`)]
      : []),
  ];
}

function checkStart(code: string, path: string, { found, queryTime }: { found: number; queryTime: number }): TemporalFinding[] {
  if (isAcceptedStart(secondsToMicros(found), secondsToMicros(queryTime))) return [];
  return compareTimes(code, path, { expected: queryTime, found, of: 'query_time' });
}

function checkPlace(rounds: readonly Round[], index: number): TemporalFinding[] {
  const round = rounds[index] as Round;
  const findings: TemporalFinding[] = [];
  if (round.round !== index + 1) findings.push(reportError('rounds/number', `rounds[${index}].round`, `expected ${index + 1}, found ${round.round}`));
  const previous = index === 0 ? undefined : rounds[index - 1];
  if (previous === undefined) return findings;
  if (secondsToMicros(round.current_time) <= secondsToMicros(previous.current_time)) {
    const message = `expected later than the round before, ${previous.current_time}, found ${round.current_time}`;
    findings.push(reportError('rounds/order', `rounds[${index}].current_time`, message));
  }
  if (previous.answerable && !round.answerable) {
    findings.push(reportError('rounds/answerable-reverts', `rounds[${index}].answerable`, 'expected true, as in the round before, found false'));
  }
  return findings;
}

interface RoundInItem {
  item: StreamingItem;
  round: Round;
  index: number;
  expected: ExpectedResponse;
}

/** Both sides of t*: whether the round is answerable, and what kind of output is expected there. */
function checkEvidence({ item, round, index, expected }: RoundInItem): TemporalFinding[] {
  const path = `rounds[${index}]`;
  const isAfter = expected.micros !== null && secondsToMicros(round.current_time) >= expected.micros;
  const findings: TemporalFinding[] = [];
  if (round.answerable !== isAfter) {
    const code = isAfter ? 'rounds/unanswerable-after-evidence' : 'rounds/answerable-before-evidence';
    const where = expected.micros === null ? 'where no response is ever due' : `with t* at ${formatMicros(expected.micros)}`;
    findings.push(reportError(code, `${path}.answerable`, `expected ${isAfter} at ${round.current_time} ${where}, found ${round.answerable}`));
  }
  const wanted = isAfter ? describeOutputAfter(item) : describeOutputBefore(item);
  if (wanted !== null && !wanted.matches(normaliseOutput(round.expected_output))) {
    const code = isAfter ? 'rounds/expected-after-evidence' : 'rounds/expected-before-evidence';
    findings.push(reportError(code, `${path}.expected_output`, `expected ${wanted.title}, found ${JSON.stringify(round.expected_output)}`));
  }
  return findings;
}

interface OutputKind {
  title: string;
  matches(normalised: string): boolean;
}

/** Case, white space and `-` for `_` do not matter; the answer's own reading is the metrics library's. */
function normaliseOutput(output: string): string {
  return output.normalize('NFKC').trim().toLowerCase().replaceAll(/[\s_-]+/g, '_');
}

function isAlertProtocol({ response_protocol, temporal_mode }: StreamingItem): boolean {
  return response_protocol === RESPONSE_PROTOCOLS.alert || temporal_mode === 'proactive';
}

function describeOutputBefore(item: StreamingItem): OutputKind | null {
  if (item.response_protocol === RESPONSE_PROTOCOLS.json) return null;
  if (isAlertProtocol(item)) return { title: 'no_alert or uncertain before the evidence', matches: (text) => text === 'no_alert' || text === 'uncertain' };
  return { title: `${UNANSWERABLE} before the evidence`, matches: (text) => text === UNANSWERABLE };
}

function describeOutputAfter(item: StreamingItem): OutputKind | null {
  if (item.response_protocol === RESPONSE_PROTOCOLS.json) return null;
  if (isAlertProtocol(item)) return { title: '"alert: <reason>" from the evidence on', matches: (text) => /^alert_?:_?[^_]/.test(text) };
  return { title: 'an answer from the evidence on', matches: (text) => text !== '' && text !== UNANSWERABLE };
}

function checkReach(item: StreamingItem, rounds: readonly Round[], expected: ExpectedResponse): TemporalFinding[] {
  const path = item.expected_response_time === undefined ? 'rounds' : 'expected_response_time';
  const times = rounds.map((round) => secondsToMicros(round.current_time));
  if (expected.isBeyondLastRound) {
    const message = `expected t* not after the last round, ${formatMicros(Math.max(...times))}, found ${item.expected_response_time}`;
    return [reportError('rounds/t-star-unreachable', path, message)];
  }
  const { micros } = expected;
  if (micros === null) return [];
  const latest = micros + toleranceMicrosOf(item);
  if (times.some((time) => time >= micros && time <= latest)) return [];
  const found = times.map(formatMicros).join(', ');
  return [reportError('rounds/no-round-in-tolerance', path, `expected a round in [t*, t* + delta] = [${formatMicros(micros)}, ${formatMicros(latest)}], found rounds at ${found}`)];
}
