import { DEFAULT_MEDIA_LIMITS } from './media-limits.js';
import { createFramecrcReader } from './packet-index.js';

const head = '#tb 0: 1/16384\n#media_type 0: video\n#codec_id 0: h264\n#dimensions 0: 704x576\n';

function read(text: string, limits = DEFAULT_MEDIA_LIMITS) {
  const reader = createFramecrcReader({ limits });
  reader.take(new TextEncoder().encode(text));
  return reader.finish(0);
}

it('sorts by display time and leaves out what an edit list discards', () => {
  const index = read(
    `${head}0,     -49152,     -16384,    16384,     7804, 0x565f1f4b, F=0x5
0,     -32768,      32768,    16384,     7808, 0x580b3243
0,     -16384,      16384,    16384,     1301, 0x197c7bd7, F=0x0
0,          0,          0,     8000,     1114, 0x806530da, F=0x0
`,
  );
  expect(index).toMatchObject({
    timeBase: { numerator: 1, denominator: 16_384 },
    codec: 'h264',
    codedWidth: 704,
    codedHeight: 576,
    shownTicks: [0, 16_384, 32_768], // the first packet is key and discard (1 + 4)
    keyTicks: [32_768],
    lastDurationTicks: 16_384,
    hasAllTimes: true,
  });
});

it('says when a packet has no display time', () => {
  expect(read(`${head}0, 0, NOPTS, 0, 7, 0x1\n0, 1, 1, 0, 7, 0x1\n`)).toMatchObject({ hasAllTimes: false, shownTicks: [1], lastDurationTicks: null });
});

it.each([
  [0, false],
  [2, true], // the flag of a packet with bytes missing
])('a packet flagged %i: corrupt %s', (flag, hasCorruptPackets) => {
  expect(read(`${head}0, 0, 0, 1, 7, 0x1\n0, 1, 1, 1, 7, 0x1, F=0x${flag}, S=1, 1\n`)).toMatchObject({ hasCorruptPackets });
});

it.each([
  ['pictures over the pixel limit', `${head}0, 0, 0, 1, 7, 0x1\n`, { maxPixels: 400_000 }],
  ['too many packets', `${head}0, 0, 0, 1, 7, 0x1\n0, 1, 1, 1, 7, 0x1\n`, { maxPackets: 1 }],
])('refuses %s', (_, text, limits) => {
  expect(() => read(text, { ...DEFAULT_MEDIA_LIMITS, ...limits })).toThrow(expect.objectContaining({ code: 'media/limit' }));
});

it('finds nothing in nothing', () => {
  expect(read('')).toBeNull();
});
