import { EngineError } from '@medstream/schema';

import { runFfmpeg } from './run-ffmpeg.js';
import { splitLines } from './split-lines.js';
import { parseTimeBase, type TimeBase } from './time-base.js';
import { inputArguments, type VideoInput, videoStreamSpecifier } from './video-input.js';

/** What the packets of the video stream say, without decoding anything. */
export interface PacketIndex {
  /** Which video stream it is, cover pictures not counted. */
  streamIndex: number;
  timeBase: TimeBase;
  codec: string;
  /** As coded, before rotation. */
  codedWidth: number;
  codedHeight: number;
  /** Times of the packets that are meant to be shown, ascending. */
  shownTicks: number[];
  /** Times of those of them from which decoding can start, ascending. */
  keyTicks: number[];
  /** How long the last of them is shown; null when no packet says. */
  lastDurationTicks: number | null;
  /** Whether every packet states its own display time; false for AVI with B-frames and raw streams. */
  hasAllTimes: boolean;
  /** Whether the container knows that bytes of some packet are missing or wrong. */
  hasCorruptPackets: boolean;
}

const KEY = 1;
const CORRUPT = 2;
const DISCARD = 4;
/** More video tracks than any recording has: the first that holds packets is taken. */
const MAX_VIDEO_STREAMS = 4;

/**
 * Lists the packets of the first video stream that has any (`-f framecrc -c copy`: display time, length and flags of
 * each packet; header counts are never used).
 *
 * @throws EngineError `media/undecodable` when the file does not open or holds no video, `media/limit` over a limit
 */
export async function indexPackets(input: VideoInput): Promise<PacketIndex> {
  let complaint = '';
  for (let streamIndex = 0; streamIndex < MAX_VIDEO_STREAMS; streamIndex += 1) {
    const reader = createFramecrcReader(input);
    const end = await runFfmpeg(
      {
        path: input.ffmpeg.path,
        arguments: [
          ...['-loglevel', 'level+error', ...inputArguments(input), '-map', videoStreamSpecifier(streamIndex)],
          ...['-c', 'copy', '-copyinkf', '-copypriorss', '1', '-f', 'framecrc', 'pipe:1'],
        ],
        timeoutMs: input.limits.processTimeoutMs,
        signal: input.signal,
      },
      reader.take,
    );
    const index = reader.finish(streamIndex);
    if (index !== null) return index;
    complaint = end.complaints.at(0) ?? complaint;
    if (end.exitCode !== 0 && streamIndex > 0) break;
  }
  throw new EngineError('media/undecodable', `the file holds no video that can be opened${complaint === '' ? '' : ` (${stripContext(complaint)})`}`, { hint: 'fetch the file again: one that arrived in half (mp4) cannot be opened, nor one without pictures' });
}

/** Without the demuxer's address, which differs from run to run, and without the file's path. */
function stripContext(complaint: string): string {
  return complaint.replaceAll(/\[[^\]]*\]\s*/g, '').replaceAll(/file:\S+/g, 'file').slice(0, 200);
}

/** Reads framecrc: `#key 0: value` lines, then `stream, dts, pts, duration, size, crc[, F=flags]`. */
export function createFramecrcReader({ limits }: Pick<VideoInput, 'limits'>) {
  const header = new Map<string, string>();
  const packets: { ticks: number; durationTicks: number; isKey: boolean }[] = [];
  let hasAllTimes = true;
  let hasCorruptPackets = false;
  let count = 0;
  const decoder = new TextDecoder();
  const takeText = splitLines((line) => {
    const named = /^#(\w+) 0: (.*)$/.exec(line);
    if (named !== null) header.set(named[1] as string, named[2] as string);
    if (!/^0,/.test(line)) return;
    count += 1;
    if (count > limits.maxPackets) throw new EngineError('media/limit', `the video has more than ${limits.maxPackets} packets`);
    const { ticks, durationTicks, isKey, isCorrupt, isDiscarded } = parseFramecrcLine(line);
    hasCorruptPackets ||= isCorrupt;
    if (ticks === null) hasAllTimes = false;
    // the decoder drops what an edit list marks, so it is neither shown nor a place to start from
    else if (!isDiscarded) packets.push({ ticks, durationTicks: durationTicks ?? 0, isKey });
  });
  return {
    take: (bytes: Uint8Array) => takeText(decoder.decode(bytes, { stream: true })),
    finish(streamIndex: number): PacketIndex | null {
      takeText('\n');
      const timeBase = parseTimeBase(header.get('tb') ?? '');
      const [codedWidth = 0, codedHeight = 0] = (header.get('dimensions') ?? '').split('x').map(Number);
      if (count === 0 || timeBase === null) return null;
      if (codedWidth * codedHeight > limits.maxPixels) {
        throw new EngineError('media/limit', `pictures of ${codedWidth}x${codedHeight} are over the limit of ${limits.maxPixels} pixels`);
      }
      packets.sort((one, other) => one.ticks - other.ticks);
      const lastDurationTicks = packets.at(-1)?.durationTicks ?? 0;
      return {
        streamIndex,
        timeBase,
        codec: header.get('codec_id') ?? 'unknown',
        codedWidth,
        codedHeight,
        shownTicks: packets.map(({ ticks }) => ticks),
        keyTicks: packets.filter(({ isKey }) => isKey).map(({ ticks }) => ticks),
        lastDurationTicks: lastDurationTicks > 0 ? lastDurationTicks : null,
        hasAllTimes,
        hasCorruptPackets,
      };
    },
  };
}

/** One packet as a line of framecrc states it; times in ticks, null where it states none. */
export interface PacketLine {
  decodeTicks: number | null;
  /** Display time. */
  ticks: number | null;
  durationTicks: number | null;
  size: number | null;
  isKey: boolean;
  isCorrupt: boolean;
  isDiscarded: boolean;
}

/** `stream, dts, pts, duration, size, crc[, F=flags]`; without flags it is a plain key packet. */
export function parseFramecrcLine(line: string): PacketLine {
  const fields = line.split(',').map((field) => field.trim());
  const flagsText = fields.find((field) => field.startsWith('F='));
  const flags = flagsText === undefined ? KEY : Number(flagsText.slice(2));
  return {
    decodeTicks: readTicks(fields[1]),
    ticks: readTicks(fields[2]),
    durationTicks: readTicks(fields[3]),
    size: readTicks(fields[4]),
    isKey: (flags & KEY) !== 0,
    isCorrupt: (flags & CORRUPT) !== 0,
    isDiscarded: (flags & DISCARD) !== 0,
  };
}

/** A time stamp, or null for `NOPTS` in either spelling. */
function readTicks(text: string | undefined): number | null {
  if (text === undefined || text.includes('NOPTS') || !/^-?\d+$/.test(text)) return null;
  const ticks = Number(text);
  return Number.isSafeInteger(ticks) ? ticks : null;
}
