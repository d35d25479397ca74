import fc from 'fast-check';

import { endpointGraceMicrosOf, judgeEndpoint } from './judge-endpoint.js';
import { selectFrames } from './select-frames.js';

describe('judgeEndpoint', () => {
  // the last frame comes at 100 s
  it.each([
    // on display until 100.04: silent to 100.08, late to 101.04
    [100.08, 40_000, 'inside'],
    [100.080001, 40_000, 'late'],
    [101.04, 40_000, 'late'],
    [101.040001, 40_000, 'beyond'],
    // one frame a second, on display until 101: silent to 102, and no time is then late
    [101.5, 1_000_000, 'inside'],
    [102, 1_000_000, 'inside'],
    [102.000001, 1_000_000, 'beyond'],
    // of unknown duration
    [100, null, 'inside'],
    [101, null, 'late'],
    [101.000001, null, 'beyond'],
  ] as const)('%d s is judged by a last frame of %d us: %s', (sec, lastFrameDurationMicros, verdict) => {
    expect(judgeEndpoint({ requestedMicros: Math.round(sec * 1e6), lastFrameMicros: 100_000_000, lastFrameDurationMicros })).toBe(verdict);
  });

  it.each([
    [{ media_path: 'a.mp4' }, 1_000_000],
    [{ media_path: 'a', media_type: 'image_sequence', time_unit: 'frames', frame_rate: 25 }, 25_000_000],
    [{ media_path: 'a', media_type: 'image_sequence', time_unit: 'frames' }, 1_000_000],
  ] as const)('one second of %j is %d', (item, grace) => {
    expect(endpointGraceMicrosOf(item)).toBe(grace);
  });

  it('is what the selection of frames does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000 }), fc.option(fc.integer({ min: 1, max: 2_000_000 })), (requestedMicros, lastFrameDurationMicros) => {
        const verdict = judgeEndpoint({ requestedMicros, lastFrameMicros: 500_000, lastFrameDurationMicros });
        const select = () => selectFrames({ targetsMicros: [requestedMicros], framePtsMicros: [0, 500_000], lastFrameDurationMicros });
        if (verdict === 'beyond') expect(select).toThrow(expect.objectContaining({ code: 'media/endpoint-beyond-end' }));
        else expect(select()[0]?.note !== undefined).toBe(verdict === 'late');
      }),
    );
  });
});
