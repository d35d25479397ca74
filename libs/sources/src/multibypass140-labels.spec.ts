import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type IntervalTrack, parseJsonText, type Timeline } from '@medstream/schema';
import fc from 'fast-check';

import { multiBypass140 } from './multibypass140.js';
import { assertEntriesMatch, labelOfSecond, type MultiBypassEntry, type MultiBypassLabels } from './multibypass140-labels.js';
import { decodePng } from './testing/decode-png.js';

const entry = (start: number, end: number, label_id: number): MultiBypassEntry => ({ start, end, label_id, label_name: `name ${label_id}` });

describe('labelOfSecond', () => {
  const labels: MultiBypassLabels = {
    phases: [entry(0, 3221, 12), entry(4781, 10_400, 0), entry(6000, 8000, 13), entry(10_400, 12_000, 3), entry(12_000, 15_300, 1), entry(15_700, 19_000, 12)],
    steps: [entry(4781, 9000, 20), entry(9000, 15_300, 0)],
  };

  test.each([
    ['phase', 3, null, 'only an overlay lies there'],
    ['phase', 4, 0, 'floor(4781/1000) = 4: the second in which the first phase begins'],
    ['phase', 6, 0, 'the overlay from 6000 is left out'],
    ['phase', 9, 0, 'floor(10400/1000) = 10 >= 9'],
    ['phase', 10, 3, 'both 0 (floor of its end is 10) and 3 (floor of its start is 10): the last one'],
    ['phase', 12, 1, '3 ends and 1 begins on 12000: both match, the last one holds'],
    ['phase', 14, 1, '15 s <= 15.3 s: the second is complete'],
    ['phase', 15, null, 'the second from 15 to 16 is not complete at 15.3 s'],
    ['phase', 17, null, 'after the last phase'],
    ['step', 8, 20, 'step ids are not overlays, however high'],
    ['step', 9, 0, 'step 20 ends on 9000, step 0 begins'],
    ['step', 3, null, 'before the first step'],
  ] as const)('%s of second %i is %s: %s', (signal, second, expected, _why) => {
    expect(labelOfSecond(labels, signal, second)).toBe(expected);
  });

  test('an entry within one second is passed over for the next in that second', () => {
    // 5 lies within second 2 and 7 begins in it too: floor(2900/1000) = 2
    const short = { phases: [entry(0, 2100, 4), entry(2100, 2900, 5), entry(2900, 6000, 7)], steps: [] };
    expect([1, 2, 3].map((second) => labelOfSecond(short, 'phase', second))).toEqual([4, 7, 7]);
  });

  test('nothing is labelled in an empty list', () => {
    expect(labelOfSecond({ phases: [], steps: [] }, 'phase', 0)).toBeNull();
  });
});

describe('assertEntriesMatch', () => {
  const where = { path: 'BBP01.mp4.json', list: 'phases', names: ['name 0', 'name 1'] };

  test.each([
    ['an unknown id', entry(0, 1, 2), 'phases[1].label_id: found 2, expected an id from 0 to 1'],
    ['a name of another id', { ...entry(0, 1, 1), label_name: 'name 0' }, 'phases[1].label_name: found "name 0", expected "name 1", the name of id 1'],
    ['an end before its start', entry(5, 4, 1), 'phases[1].end: found 4, expected at least its start, 5'],
  ])('refuses %s', (_, bad, message) => {
    expect(() => assertEntriesMatch([entry(0, 1, 0), bad], where)).toThrow(expect.objectContaining({ code: 'source/bad-label', message: `BBP01.mp4.json ${message}` }));
  });
});

/** What a state track says of the last millisecond of a second. */
function labelAtLastMillisecond(track: IntervalTrack, second: number): string | null {
  const at = (second + 1) * 1_000_000 - 1000;
  return track.segments.find(({ startMicros, endMicros }) => startMicros <= at && at < endMicros)?.label ?? null;
}

test('property: the rule is the last of touching entries that overlaps the second', () => {
  const lengths = fc.array(fc.tuple(fc.integer({ min: 1, max: 4000 }), fc.nat(11)), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.nat(5000), lengths, (from, parts) => {
      let end = from;
      const phases = parts.map(([length, id]) => entry(end, (end += length), id));
      for (let second = 0; (second + 1) * 1000 <= end; second += 1) {
        const overlapping = phases.findLast((phase) => phase.start < (second + 1) * 1000 && phase.end > second * 1000);
        expect(labelOfSecond({ phases, steps: [] }, 'phase', second)).toBe(overlapping?.label_id ?? null);
      }
    }),
  );
});

const sharedRoot = resolve(process.env['MEDSTREAM_SHARED'] ?? join(import.meta.dirname, '../../../../shared'), 'data/labels/multibypass140');

describe('the label files of the data set', () => {
  const isThere = existsSync(sharedRoot);

  test('rule, one-second tables and timelines agree on every second', async () => {
    if (!isThere) {
      console.warn('folder absent: no MultiBypass140 labels beside the repository or in MEDSTREAM_SHARED; only invented rows were checked');
      return;
    }
    const videos = await multiBypass140.listVideos(sharedRoot);
    const timelines = new Map<string, Timeline>();
    const differences: string[] = [];
    let seconds = 0;
    for (const video of videos) {
      const timeline = await multiBypass140.readTimeline(video, { root: sharedRoot, mediaRoot: sharedRoot, probeMedia: async () => null, decodeImage: decodePng });
      timelines.set(video.videoId, timeline);
      const labels = parseJsonText(readFileSync(join(sharedRoot, video.files['labels'] as string), 'utf8'), video.videoId) as MultiBypassLabels;
      for (const [index, signal] of (['phase', 'step'] as const).entries()) {
        const track = timeline.tracks[index] as IntervalTrack;
        const names = signal === 'phase' ? track.vocabulary : [null, ...track.vocabulary];
        const lastSecond = Math.floor((track.segments.at(-1)?.endMicros ?? 0) / 1_000_000) - 1;
        for (let second = 0; second <= lastSecond; second += 1) {
          const id = labelOfSecond(labels, signal, second);
          const [shown, ruled] = [labelAtLastMillisecond(track, second), id === null ? null : names[id]];
          if (shown !== ruled) differences.push(`${video.videoId} ${signal} ${second}: ${shown} is not ${ruled}`);
          seconds += 1;
        }
      }
    }
    // two signals a video, and the shortest file labels 3368 s (9781 to 3377886 ms)
    expect(seconds).toBeGreaterThanOrEqual(videos.length * 2 * 3368);

    let rows = 0;
    for (const centre of ['bern', 'strasbourg']) {
      const folder = join(sharedRoot, 'labels', centre, 'labels_by70_splits/labels/val');
      for (const name of readdirSync(folder)) {
        const table = readPlainPickle(readFileSync(join(folder, name)));
        for (const [videoId, tableRows] of Object.entries(table as Record<string, Record<string, number>[]>)) {
          const video = videos.find((other) => other.videoId === videoId);
          if (!video) continue; // one excerpt holds a video whose label file is not in this copy
          const labels = parseJsonText(readFileSync(join(sharedRoot, video.files['labels'] as string), 'utf8'), videoId) as MultiBypassLabels;
          const first = tableRows[0]?.['Original_frame_id'] as number;
          expect(labelOfSecond(labels, 'phase', first - 1)).toBeNull();
          for (const row of tableRows) {
            const second = row['Original_frame_id'] as number;
            const isSame = labelOfSecond(labels, 'phase', second) === row['Phase_gt'] && labelOfSecond(labels, 'step', second) === row['Step_gt'];
            if (!isSame) differences.push(`${videoId} ${second}: not the row of the one-second table`);
            rows += 1;
          }
        }
      }
    }
    // three of the four videos of the two excerpts have a label file here, 1200 rows each
    expect(rows).toBe(3600);
    expect(differences).toEqual([]);
  }, 60_000);

  test('a pickle that names a global is refused', () => {
    // protocol 3, GLOBAL "os system"
    expect(() => readPlainPickle(Buffer.from('\x80\x03cos\nsystem\n.', 'latin1'))).toThrow('opcode 0x63');
  });
});

/** Reads a pickle of dictionaries, lists, texts and whole numbers; every other opcode (globals, calls) is refused. */
function readPlainPickle(bytes: Buffer): unknown {
  const stack: unknown[] = [];
  const marks: number[] = [];
  const memo = new Map<number, unknown>();
  let at = 0;
  const take = (count: number): number => (at += count) - count;
  const sinceMark = (): unknown[] => stack.splice(marks.pop() as number);
  for (;;) {
    const opcode = bytes.readUInt8(take(1));
    switch (String.fromCharCode(opcode)) {
      case '\x80':
        take(1);
        break;
      case '}':
        stack.push({});
        break;
      case ']':
        stack.push([]);
        break;
      case '(':
        marks.push(stack.length);
        break;
      case 'X': {
        const length = bytes.readUInt32LE(take(4));
        stack.push(bytes.toString('utf8', take(length), at));
        break;
      }
      case 'J':
        stack.push(bytes.readInt32LE(take(4)));
        break;
      case 'K':
        stack.push(bytes.readUInt8(take(1)));
        break;
      case 'M':
        stack.push(bytes.readUInt16LE(take(2)));
        break;
      case '\x8a': {
        const length = bytes.readUInt8(take(1));
        stack.push(bytes.readIntLE(take(length), length));
        break;
      }
      case 'q':
        memo.set(bytes.readUInt8(take(1)), stack.at(-1));
        break;
      case 'r':
        memo.set(bytes.readUInt32LE(take(4)), stack.at(-1));
        break;
      case 'h':
        stack.push(memo.get(bytes.readUInt8(take(1))));
        break;
      case 'j':
        stack.push(memo.get(bytes.readUInt32LE(take(4))));
        break;
      case 'e': {
        const members = sinceMark();
        (stack.at(-1) as unknown[]).push(...members);
        break;
      }
      case 'u': {
        const pairs = sinceMark();
        const target = stack.at(-1) as Record<string, unknown>;
        for (let index = 0; index < pairs.length; index += 2) target[String(pairs[index])] = pairs[index + 1];
        break;
      }
      case '.':
        return stack.pop();
      default:
        throw new Error(`opcode 0x${opcode.toString(16)} is not one of plain data`);
    }
  }
}
