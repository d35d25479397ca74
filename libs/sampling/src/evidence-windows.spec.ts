import { describeTooManyTargets, listEvidenceWindows, planWindowTargets } from './evidence-windows.js';

const round = (number: number, end: number) => ({
  round: number,
  current_time: end,
  input_range: [10, end] as [number, number],
  expected_output: 'unanswerable',
  answerable: false,
});

describe('listEvidenceWindows', () => {
  it('gives one window for a single turn', () => {
    expect(listEvidenceWindows({ task_mode: 'single_turn', query_time: 200.84, input_range: [198.84, 200.84] })).toEqual([
      { round: null, startMicros: 198_840_000, endMicros: 200_840_000 },
    ]);
  });

  it('gives one a round, in order of time whatever the order of the file', () => {
    const item = { task_mode: 'streaming' as const, query_time: 10, input_range: [10, 30] as [number, number], rounds: [round(2, 30), round(1, 20)] };
    expect(listEvidenceWindows(item)).toEqual([
      { round: 1, startMicros: 10_000_000, endMicros: 20_000_000 },
      { round: 2, startMicros: 10_000_000, endMicros: 30_000_000 },
    ]);
  });

  it('never reaches past the query time or the current time, whatever input_range says', () => {
    const single = { task_mode: 'single_turn' as const, query_time: 5, input_range: [3, 9] as [number, number] };
    expect(listEvidenceWindows(single)[0]?.endMicros).toBe(5_000_000);
    const wide = { ...round(1, 20), input_range: [10, 99] as [number, number] };
    expect(listEvidenceWindows({ task_mode: 'streaming', query_time: 10, input_range: [10, 99], rounds: [wide] })[0]?.endMicros).toBe(20_000_000);
  });

  it('turns a reversed range into its end alone', () => {
    expect(listEvidenceWindows({ task_mode: 'single_turn', query_time: 5, input_range: [8, 5] })).toEqual([
      { round: null, startMicros: 5_000_000, endMicros: 5_000_000 },
    ]);
  });
});

describe('planWindowTargets', () => {
  const window = { startMicros: 0, endMicros: 60_000_000 };
  it.each([
    [{ media_path: 'a.png' }, { startMicros: 1000, endMicros: 1000 }, [1000]], // the image
    [{ media_path: 'a.mp4', sampling_period_sec: 30 }, window, [0, 30_000_000, 60_000_000]],
    [{ media_path: 'frames', frame_rate: 25 }, window, [0, 50_000_000, 60_000_000]], // index 0, 50, 60
    [{ media_path: 'frames' }, { startMicros: 3_000_000, endMicros: 5_000_000 }, [3_000_000, 4_000_000, 5_000_000]],
  ])('%j', (item, wanted, targets) => {
    expect(planWindowTargets(item, wanted)).toEqual(targets);
  });
});

describe('describeTooManyTargets', () => {
  const single = (sampling_period_sec: number) => ({ media_path: 'a.mp4', task_mode: 'single_turn' as const, query_time: 30, input_range: [0, 30] as [number, number], sampling_period_sec });
  const streaming = (rounds: number) => ({
    ...{ media_path: 'a.mp4', task_mode: 'streaming' as const, query_time: 10, input_range: [10, 99_999] as [number, number], sampling_period_sec: 1 },
    rounds: Array.from({ length: rounds }, (_, index) => round(index + 1, 99_009)),
  });
  it.each([
    // 30 s by 0.3 ms: 100,000 steps and their start
    [single(0.0003), null, 'the window asks for 100001 frames, the limit is 100000'],
    [single(0.00031), null, null],
    [single(0.0003), 16, null],
    // 98,999 s at 1 s: 99,000 frames a round
    [streaming(10), null, null],
    [streaming(11), null, 'all rounds together ask for 1089000 frames, the limit is 1000000'],
    [streaming(11), 1000, null],
    [{ ...single(0.0003), media_path: 'a.png' }, null, null],
  ])('says of item %# with a cap of %p: %p', (item, maxFrames, message) => {
    expect(describeTooManyTargets(item, maxFrames)).toBe(message);
  });
});
