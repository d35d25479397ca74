import { EngineError } from '@medstream/schema';

import { decodeRun } from './decode-run.js';
import { allowTimeFor } from './media-limits.js';
import { indexPackets, type PacketIndex } from './packet-index.js';
import type { DecodedFrame } from './showinfo-reader.js';
import { isSameTimeBase, ticksToMicros, type TimeBase } from './time-base.js';
import type { VideoInput } from './video-input.js';

/** Which pictures a video shows, and when. */
export interface FrameIndex {
  /** `packets`: what the packets promise, to be verified by each decode. `decoder`: what a full decode displayed. */
  source: 'packets' | 'decoder';
  streamIndex: number;
  timeBase: TimeBase;
  codec: string;
  /** Display size, after rotation. */
  width: number;
  height: number;
  /** Degrees clockwise that are applied. */
  rotation: number;
  /** Display times of the good pictures, ascending, in ticks of the stream's own clock; the first is t = 0. */
  frameTicks: number[];
  /** From where decoding may start, ascending; empty when only the beginning will do. */
  keyTicks: number[];
  lastDurationTicks: number | null;
  /** Times at which a picture should have been shown and was not, or was corrupt; ascending. */
  damagedTicks: number[];
  /** Stretches (first, last) of good pictures that were decoded after damage and before the next clean key frame. */
  suspectSpans: (readonly [number, number])[];
}

/** Containers whose seek table leads to key frames; the others are decoded from their beginning. */
const seekableDemuxers = ['mov', 'matroska'];
/**
 * Containers that store no times and count pictures: one that is lost in damage makes all later ones come early, so their
 * times are unknown from there on.
 */
const countingDemuxers = ['avi', 'gif'];
/** H.264 and HEVC hand pictures on at most 16 later: damage heard just before a key frame may be that key frame's. */
const REORDER_DEPTH = 16;

/** Times of frames from t = 0, the first displayed frame, in microseconds. */
export function listFrameMicros({ frameTicks, timeBase }: Pick<FrameIndex, 'frameTicks' | 'timeBase'>): number[] {
  const origin = frameTicks[0] ?? 0;
  return frameTicks.map((ticks) => ticksToMicros(ticks - origin, timeBase));
}

/** How long the last frame is shown: as its packet says, else as the frame before it. Null for a lone frame that does not say. */
export function lastFrameDurationMicrosOf({ lastDurationTicks, frameTicks, timeBase }: FrameIndex): number | null {
  const [before, last] = frameTicks.slice(-2);
  const ticks = lastDurationTicks ?? (before === undefined || last === undefined ? null : last - before);
  return ticks === null ? null : ticksToMicros(ticks, timeBase);
}

/**
 * The quick index: packet times without decoding, and the first picture from the decoder, which is t = 0. Null when the
 * packets cannot be relied on (times missing, bytes missing, or the first picture is not among them); `indexByDecoding` then knows.
 */
export async function indexByPackets(input: VideoInput, packets: PacketIndex): Promise<FrameIndex | null> {
  let first: DecodedFrame | null = null;
  const run = await decodeRun(input, {
    streamIndex: packets.streamIndex,
    seekMicros: null,
    pictures: null,
    onDecoded: (frame) => {
      first ??= frame;
      return true;
    },
  });
  const origin = first as DecodedFrame | null;
  if (origin === null || run.timeBase === null) return null;
  if (!packets.hasAllTimes || packets.hasCorruptPackets || run.complaints > 0 || !isSameTimeBase(run.timeBase, packets.timeBase)) return null;
  const start = packets.shownTicks.indexOf(origin.ticks);
  if (start === -1) return null;
  return {
    source: 'packets',
    streamIndex: packets.streamIndex,
    timeBase: run.timeBase,
    codec: packets.codec,
    width: origin.width,
    height: origin.height,
    rotation: run.rotation,
    frameTicks: packets.shownTicks.slice(start),
    keyTicks: seekableDemuxers.includes(input.demuxer) ? packets.keyTicks.filter((ticks) => ticks > origin.ticks) : [],
    lastDurationTicks: packets.lastDurationTicks,
    damagedTicks: [],
    suspectSpans: [],
  };
}

/**
 * The slow and certain index: decodes everything once and keeps what was displayed. Where the decoder complained, a
 * packet without a picture and a picture that is called corrupt are damage.
 *
 * @throws EngineError `media/undecodable` when no good picture comes out
 */
export async function indexByDecoding(input: VideoInput, packets: PacketIndex): Promise<FrameIndex> {
  const frames: DecodedFrame[] = [];
  const run = await decodeRun({ ...input, limits: allowTimeFor(input.limits, packets.shownTicks.length) }, {
    streamIndex: packets.streamIndex,
    seekMicros: null,
    pictures: null,
    onDecoded: (frame) => {
      frames.push(frame);
      return false;
    },
  });
  const isLostCount = run.complaints > 0 && countingDemuxers.includes(input.demuxer);
  const firstHurt = isLostCount ? frames.findIndex(({ complaintsBefore }, position) => complaintsBefore > (frames[0]?.complaintsBefore ?? 0) && position > 0) : -1;
  const timed = firstHurt === -1 ? frames : frames.slice(0, firstHurt);
  const good = timed.filter(({ isCorrupt }) => !isCorrupt).sort((one, other) => one.ticks - other.ticks);
  const [first] = good;
  if (first === undefined || run.timeBase === null) {
    throw new EngineError('media/undecodable', 'no picture of the video can be decoded', { hint: 'check that the file is complete' });
  }
  const damaged = run.complaints === 0 ? [] : [...listDamage(timed, packets, run.timeBase), ...frames.slice(timed.length).map(({ ticks }) => ticks)];
  return {
    source: 'decoder',
    streamIndex: packets.streamIndex,
    timeBase: run.timeBase,
    codec: packets.codec,
    width: first.width,
    height: first.height,
    rotation: run.rotation,
    frameTicks: good.map(({ ticks }) => ticks),
    keyTicks: [],
    lastDurationTicks: packets.shownTicks.at(-1) === good.at(-1)?.ticks ? packets.lastDurationTicks : null,
    damagedTicks: damaged,
    suspectSpans: listSuspectSpans(timed, damaged),
  };
}

/** Corrupt pictures, and shown packets that never became a picture. */
export function listDamage(frames: readonly DecodedFrame[], packets: PacketIndex, timeBase: TimeBase): number[] {
  const shown = new Set(frames.map(({ ticks }) => ticks));
  const first = Math.min(...frames.slice(0, REORDER_DEPTH).map(({ ticks }) => ticks));
  const isComparable = packets.hasAllTimes && isSameTimeBase(timeBase, packets.timeBase);
  const lost = isComparable ? packets.shownTicks.filter((ticks) => ticks > first && !shown.has(ticks)) : [];
  const corrupt = frames.filter(({ isCorrupt }) => isCorrupt).map(({ ticks }) => ticks);
  // packets can be lost too; where they state times, a long still picture far from any complaint is meant so
  const holes = listHoles(frames).filter(({ position }) => !isComparable || hasComplaintAround(frames, position)).map(({ ticks }) => ticks);
  return [...new Set([...lost, ...holes, ...corrupt])].sort((one, other) => one - other);
}

/** A distance of over one and a half usual ones: the picture that should have followed, and the position before it. */
function listHoles(frames: readonly DecodedFrame[]): { position: number; ticks: number }[] {
  const distances = frames.slice(1).map(({ ticks }, index) => ticks - (frames[index] as DecodedFrame).ticks);
  const usual = [...distances].sort((one, other) => one - other)[distances.length >> 1];
  if (usual === undefined) return [];
  return distances.flatMap((distance, position) => (distance > 1.5 * usual ? [{ position, ticks: (frames[position] as DecodedFrame).ticks + usual }] : []));
}

function hasComplaintAround(frames: readonly DecodedFrame[], position: number): boolean {
  const [before, after] = [frames[position - REORDER_DEPTH], frames[Math.min(frames.length - 1, position + REORDER_DEPTH)]];
  return (after?.complaintsBefore ?? 0) > (before?.complaintsBefore ?? 0);
}

/**
 * Pictures shown after damage lean on what was lost, until a key frame for which the decoder had nothing to complain
 * about.
 */
export function listSuspectSpans(frames: readonly DecodedFrame[], damaged: readonly number[]): (readonly [number, number])[] {
  const spans: [number, number][] = [];
  let open: [number, number] | null = null;
  let nextDamage = 0;
  frames.forEach((frame, index) => {
    const complaintsNear = frame.complaintsBefore - (frames[index - REORDER_DEPTH]?.complaintsBefore ?? 0);
    const complaintsHere = frame.complaintsBefore - (frames[index - 1]?.complaintsBefore ?? 0);
    if (frame.isKey && complaintsNear === 0) open = null;
    let isHit = complaintsHere > 0;
    while (nextDamage < damaged.length && (damaged[nextDamage] as number) <= frame.ticks) {
      isHit = true;
      nextDamage += 1;
    }
    if (isHit && open === null) spans.push((open = [frame.ticks, frame.ticks]));
    else if (open !== null) open[1] = frame.ticks;
  });
  return spans;
}

/** The packets once, for whoever needs both indexes. */
export async function openFrameIndex(input: VideoInput): Promise<{ packets: PacketIndex; index: FrameIndex }> {
  const packets = await indexPackets(input);
  return { packets, index: (await indexByPackets(input, packets)) ?? (await indexByDecoding(input, packets)) };
}
