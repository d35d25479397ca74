import { checkTemporalContract, type TemporalItem } from './temporal-contract.js';

const singleTurn: TemporalItem = {
  task_mode: 'single_turn',
  temporal_mode: 'retrospective',
  query_time: 200.84,
  context_window_sec: 2,
  input_range: [198.84, 200.84],
  response_protocol: 'unanswerable | answer',
  media_path: 'a.mp4',
};

/** t* = 30 s, delta 2 s; rounds at 10, 20, 30, 40 s straddle it. */
const streaming: TemporalItem = {
  ...singleTurn,
  task_mode: 'streaming',
  temporal_mode: 'proactive',
  response_protocol: 'no_alert | uncertain | alert: <reason>',
  query_time: 5,
  context_window_sec: 35,
  input_range: [5, 40],
  expected_response_time: 30,
  tolerance_sec: 2,
  rounds: [10, 20, 30, 40].map((current_time, index) => ({
    round: index + 1,
    current_time,
    input_range: [5, current_time],
    expected_output: current_time >= 30 ? 'alert: clipping begins' : 'no_alert',
    answerable: current_time >= 30,
  })),
};

/** The streaming item with one round changed. */
function withRound(index: number, change: Partial<NonNullable<TemporalItem['rounds']>[number]>, more: Partial<TemporalItem> = {}): TemporalItem {
  return { ...streaming, ...more, rounds: streaming.rounds?.map((round, position) => (position === index ? { ...round, ...change } : round)) };
}

const codes = (item: TemporalItem) => checkTemporalContract(item).map(({ code, path }) => `${code} ${path}`);

describe('accepted', () => {
  const future: TemporalItem = {
    ...streaming,
    temporal_mode: 'future',
    response_protocol: 'unanswerable | answer',
    rounds: streaming.rounds?.map((round) => ({ ...round, expected_output: round.answerable ? 'Hook' : 'unanswerable' })),
  };
  const image: TemporalItem = { ...singleTurn, temporal_mode: 'present', media_path: 'a.png', query_time: 0, context_window_sec: 0, input_range: [0, 0] };
  it.each<[string, TemporalItem]>([
    ['a window inside the video', singleTurn],
    ['binary noise: 304.805 - 304.804', { ...singleTurn, query_time: 304.805, context_window_sec: 304.804, input_range: [0.001, 304.805] }],
    ['a start floored to 0.001', { ...singleTurn, query_time: 1, context_window_sec: 30, input_range: [0.001, 1] }],
    ['a start at 0', { ...singleTurn, query_time: 1, context_window_sec: 30, input_range: [0, 1] }],
    ['a still image', image],
    ['a still image of the release', { ...image, query_time: 0.001, input_range: [0.001, 0.001] }],
    ['a proactive item', streaming],
    ['a future item', future],
    ['uncertain before the evidence', withRound(0, { expected_output: 'Uncertain' })],
    ['a never-alert item', { ...streaming, expected_response_time: null, rounds: streaming.rounds?.map((round) => ({ ...round, answerable: false, expected_output: 'no_alert' })) }],
    ['t* between two rounds, within tolerance', { ...streaming, expected_response_time: 28 }],
    ['a sequence in frames', { ...singleTurn, media_path: 'frames', query_time: 50, context_window_sec: 20, input_range: [30, 50] }],
    ['tolerance in frames by the rate: 2 s at 5 fps is 10 frames', { ...streaming, media_path: 'frames', frame_rate: 5, expected_response_time: 21 }],
  ])('%s', (_, item) => {
    expect(checkTemporalContract(item)).toEqual([]);
  });
});

describe('refused', () => {
  it.each<[TemporalItem, string[]]>([
    [{ ...singleTurn, input_range: [198.84, 200.85] }, ['temporal/window-end input_range[1]']],
    [{ ...singleTurn, input_range: [198.841, 200.84] }, ['temporal/window-start input_range[0]']],
    [{ ...singleTurn, query_time: 10, input_range: [0.001, 10] }, ['temporal/window-start input_range[0]']], // 8 is expected: no floor
    [{ ...singleTurn, input_range: [201, 200.84] }, ['temporal/window-start input_range[0]', 'temporal/window-order input_range']],
    [{ ...singleTurn, query_time: 0.001, context_window_sec: 0, input_range: [0.001, 0.001] }, ['temporal/window-degenerate input_range']],
    [{ ...singleTurn, query_time: 200.8401, input_range: [198.8401, 200.8401] }, ['temporal/precision query_time']],
    [{ ...singleTurn, media_path: 'frames', query_time: 2.5, input_range: [0.5, 2.5] }, ['temporal/precision query_time']],
    [{ ...singleTurn, temporal_mode: 'proactive' }, ['temporal/task-mode task_mode']],
    [{ ...streaming, temporal_mode: 'present' }, ['temporal/task-mode task_mode']],
    [{ ...singleTurn, rounds: streaming.rounds }, ['rounds/unexpected rounds']],
    [{ ...singleTurn, media_type: 'image', query_time: 3, input_range: [0, 3] }, ['temporal/image-window query_time', 'temporal/image-window input_range[1]']],
    [{ ...singleTurn, media_type: 'image', query_time: 0.001, input_range: [0, 0] }, ['temporal/window-end input_range[1]']],
    [{ ...streaming, media_path: 'frames', tolerance_sec: 10 }, ['temporal/frame-rate-missing frame_rate']],
    [{ ...streaming, rounds: [] }, ['rounds/none rounds']],
    [{ ...streaming, input_range: [4, 41] }, ['temporal/window-start input_range[0]', 'temporal/window-end input_range[1]']],
    [withRound(1, { round: 7 }), ['rounds/number rounds[1].round']],
    [withRound(1, { current_time: 10, input_range: [5, 10] }), ['rounds/order rounds[1].current_time']],
    [withRound(0, { current_time: 4, input_range: [5, 4] }), ['rounds/before-query rounds[0].current_time']],
    [withRound(1, { input_range: [6, 20] }), ['rounds/window-start rounds[1].input_range[0]']],
    [withRound(1, { input_range: [5, 40] }), ['rounds/window-end rounds[1].input_range[1]']],
    [withRound(3, { answerable: false }), ['rounds/answerable-reverts rounds[3].answerable', 'rounds/unanswerable-after-evidence rounds[3].answerable']],
    [withRound(1, { answerable: true }), ['rounds/answerable-before-evidence rounds[1].answerable']],
    [withRound(1, { expected_output: 'alert: too early' }), ['rounds/expected-before-evidence rounds[1].expected_output']],
    [withRound(2, { expected_output: 'no_alert' }), ['rounds/expected-after-evidence rounds[2].expected_output']],
    [withRound(2, { expected_output: 'alert:' }), ['rounds/expected-after-evidence rounds[2].expected_output']],
    [{ ...streaming, expected_response_time: 27.999 }, ['rounds/no-round-in-tolerance expected_response_time']],
    [
      { ...streaming, expected_response_time: 40.001 },
      [
        'rounds/answerable-before-evidence rounds[2].answerable',
        'rounds/expected-before-evidence rounds[2].expected_output',
        'rounds/answerable-before-evidence rounds[3].answerable',
        'rounds/expected-before-evidence rounds[3].expected_output',
        'rounds/t-star-unreachable expected_response_time',
      ],
    ],
  ])('%j', (item, found) => {
    expect(codes(item)).toEqual(found);
  });

  it('says what was expected and what was found', () => {
    expect(checkTemporalContract({ ...singleTurn, input_range: [198.84, 200.85] })).toEqual([
      { code: 'temporal/window-end', severity: 'error', path: 'input_range[1]', message: 'expected query_time, 200.84, found 200.85' },
    ]);
  });

  it('only warns of one instant where the present is asked about', () => {
    const item: TemporalItem = { ...singleTurn, temporal_mode: 'present', context_window_sec: 0, input_range: [200.84, 200.84] };
    expect(checkTemporalContract(item).map(({ code, severity }) => [code, severity])).toEqual([['temporal/window-degenerate', 'warning']]);
  });

  it('leaves outputs of other protocols to their own rules', () => {
    expect(codes(withRound(2, { expected_output: '{"phase_id": 3}' }, { response_protocol: 'json' }))).toEqual([]);
  });
});
