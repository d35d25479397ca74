import { readStreamLook } from './stream-look.js';

function lookOf(heading: string, lines: string[]): string | null {
  const look = readStreamLook(heading);
  lines.forEach((line) => look.takeLine(line));
  return look.found();
}

const input = "[info] Input #0, flv, from 'pipe:0':";
const output = "[info] Output #0, flv, to 'pipe:1':";
const stream = '[info]   Stream #0:0: Video: h264 (High), yuv420p(tv, bt709, progressive), 854x480 [SAR 1:1 DAR 427:240], 25 fps, 25 tbr, 1k tbn';
const copied = '[info]   Stream #0:0(und): Video: h264 (High) ([7][0][0][0] / 0x0007), yuv420p(tv, bt709, progressive), 854x480 [SAR 1:1 DAR 427:240], q=2-31, 25 fps, 1k tbn (default)';

it.each<[string, string | null, string | null]>([
  ['is the same of a file and of what is handed on', lookOf('Input #0', [input, stream]), lookOf('Output #0', [output, copied])],
  ['is read below its heading', lookOf('Output #0', [input, stream]), null],
  ['names format, colours, size and shape of pixels', lookOf('Input #0', [input, stream]), 'yuv420p(tv, bt709, progressive), 854x480 [SAR 1:1 DAR 427:240]'],
  ['without colours', lookOf('Input #0', [input, '[info]   Stream #0:0: Video: h264 (Main) (avc1 / 0x31637661), yuv420p, 96x64, 25 fps']), 'yuv420p, 96x64'],
  ['of an unknown format', lookOf('Input #0', [input, '[info]   Stream #0:0: Video: h264 (avc1 / 0x31637661), none, 96x64, 25 fps']), null],
  ['of a turned picture', lookOf('Input #0', [input, stream, '[info]       displaymatrix: rotation of -0.00 degrees']), null],
  ['of a picture that the container cuts', lookOf('Input #0', [input, stream, '[info]       Frame Cropping: 0/0/0/8']), null],
  ['where the container gives pixels another shape', lookOf('Input #0', [input, stream.replace('25 fps', 'SAR 4:3 DAR 16:9, 25 fps')]), null],
])('a look %s', (_, found, expected) => {
  expect(found).toBe(expected);
});
