import { listEvidenceWindows, planWindowTargets } from './evidence-windows.js';

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
