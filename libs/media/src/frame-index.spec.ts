import { listDamage, listSuspectSpans } from './frame-index.js';
import type { PacketIndex } from './packet-index.js';
import type { DecodedFrame } from './showinfo-reader.js';

const timeBase = { numerator: 1, denominator: 10 };
const frame = (ticks: number, change: Partial<DecodedFrame> = {}): DecodedFrame => ({ ticks, isKey: false, width: 8, height: 8, isCorrupt: false, complaintsBefore: 0, ...change });
const packets = (shownTicks: number[], hasAllTimes = true): PacketIndex => ({
  streamIndex: 0,
  timeBase,
  codec: 'h264',
  codedWidth: 8,
  codedHeight: 8,
  shownTicks,
  keyTicks: [0],
  lastDurationTicks: 1,
  hasAllTimes,
  hasCorruptPackets: false,
});

describe('listDamage', () => {
  it('finds packets without a picture and corrupt pictures', () => {
    const frames = [frame(0), frame(1), frame(3, { isCorrupt: true }), frame(4)];
    expect(listDamage(frames, packets([0, 1, 2, 3, 4]), timeBase)).toEqual([2, 3]);
  });

  it('does not count packets before the first picture: an edit list cut them', () => {
    expect(listDamage([frame(2), frame(3)], packets([0, 1, 2, 3]), timeBase)).toEqual([]);
  });

  it('takes a hole for lost packets only near a complaint', () => {
    // 2 is missing among the first pictures; 30 to 34 is a still picture, 26 pictures after the complaint
    const ticks = [0, 1, 3, ...Array.from({ length: 27 }, (_, index) => index + 4), 35];
    const frames = ticks.map((tick) => frame(tick, { complaintsBefore: tick >= 3 ? 1 : 0 }));
    expect(listDamage(frames, packets(ticks), timeBase)).toEqual([2]);
  });

  it('looks for holes where packets have no times', () => {
    expect(listDamage([frame(0), frame(1), frame(2), frame(4), frame(5)], packets([], false), timeBase)).toEqual([3]);
  });
});

describe('listSuspectSpans', () => {
  it('lasts from damage to the next clean key frame', () => {
    // lost at 2; the key frame at 30 is over 16 pictures after the last complaint
    const frames = [0, 1, ...Array.from({ length: 38 }, (_, index) => index + 3)].map((ticks) => frame(ticks, { isKey: ticks === 0 || ticks === 30, complaintsBefore: ticks > 2 ? 1 : 0 }));
    expect(listSuspectSpans(frames, [2])).toEqual([[3, 29]]);
  });

  it('does not trust a key frame right after a complaint: it may be the one that is damaged', () => {
    const frames = [0, 1, 2, 3, 4].map((ticks) => frame(ticks, { isKey: ticks === 0 || ticks === 3, complaintsBefore: ticks > 1 ? 1 : 0 }));
    expect(listSuspectSpans(frames, [])).toEqual([[2, 4]]);
  });

  it('finds none in a clean video', () => {
    expect(listSuspectSpans([frame(0, { isKey: true }), frame(1)], [])).toEqual([]);
  });
});
