import { type DecodedFrame, readShowinfo } from './showinfo-reader.js';

const line = (filter: number, pts: number, key = 0) =>
  `[Parsed_showinfo_${filter} @ 0x55acd954c140] [info] n:   0 pts:${String(pts).padStart(7)} pts_time:4.8     pos:  1595442 fmt:yuv420p sar:1/1 s:1280x720 i:P iskey:${key} type:I `;

function follow(lines: string[]) {
  const decoded: DecodedFrame[] = [];
  const chosen: number[] = [];
  const reader = readShowinfo({ onDecoded: (frame) => decoded.push(frame), onChosen: (ticks) => chosen.push(ticks) });
  lines.forEach((text) => reader.takeLine(text));
  return { decoded, chosen, reader };
}

it('tells decoded from chosen pictures by the filter that speaks', () => {
  const { decoded, chosen } = follow([line(0, -512, 1), line(0, 0), line(2, 0)]);
  expect(decoded.map(({ ticks, isKey, width, height }) => [ticks, isKey, width, height])).toEqual([
    [-512, true, 1280, 720],
    [0, false, 1280, 720],
  ]);
  expect(chosen).toEqual([0]);
});

it('reads time base and rotation', () => {
  const { reader } = follow([
    '[info]       displaymatrix: rotation of -90.00 degrees',
    '[Parsed_showinfo_0 @ 0x55acd954c140] [info] config in time_base: 1/12800, frame_rate: 25/1',
    '[Parsed_showinfo_2 @ 0x55acd954c141] [info] config in time_base: 1/7, frame_rate: 25/1',
  ]);
  expect([reader.timeBase, reader.rotation]).toEqual([{ numerator: 1, denominator: 12_800 }, 90]);
});

it('marks the picture that the decoder calls corrupt and counts complaints', () => {
  const { decoded } = follow([
    line(0, 0),
    '[h264 @ 0x5635356b2900] [info] concealing 469 DC, 469 AC, 469 MV errors in P frame',
    '[h264 @ 0x5635356b2900] [error] mmco: unref short failure',
    '[warning] file:/a b/c.mp4: corrupt decoded frame in stream 0',
    line(0, 1),
    line(0, 2),
  ]);
  expect(decoded.map(({ isCorrupt, complaintsBefore }) => [isCorrupt, complaintsBefore])).toEqual([
    [false, 0],
    [true, 3],
    [false, 3],
  ]);
});

it('is not fooled by a title that looks like a picture', () => {
  const forged = `[info]     title           : ${line(0, 99)}`;
  expect(follow([forged, `[info]                     : ${line(0, 98)}`]).decoded).toEqual([]);
});
