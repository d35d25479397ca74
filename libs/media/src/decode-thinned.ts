import { decodeRun, type PictureRequest } from './decode-run.js';
import { feedNeededPackets, type FedPackets, positionOf, stampOf } from './feed-needed-packets.js';
import type { FrameIndex } from './frame-index.js';
import { type DecodeSpan, findPosition } from './plan-spans.js';
import type { DecodedFrame } from './showinfo-reader.js';
import { createSpanVerifier } from './span-verifier.js';
import type { VideoInput } from './video-input.js';

export interface ThinnedRequest {
  index: FrameIndex;
  span: DecodeSpan;
  /** See `DecodeRequest`. */
  seekMicros: number | null;
  pictures: PictureRequest;
}

export interface ThinnedRun {
  /** Whether all wanted pictures came, and the decoder showed just what the index promised and the packets left in. */
  holds: boolean;
  /** Part of the packets that were left out, 0 to 1. */
  droppedShare: number;
}

/** Whether a stretch may be tried: H.264 in a container that states times, each once. */
export function isThinnable({ source, codec, rotation, keyTicks, frameTicks }: FrameIndex): boolean {
  return source === 'packets' && codec === 'h264' && rotation === 0 && keyTicks.length > 0 && frameTicks.every((ticks, position) => position === 0 || ticks > (frameTicks[position - 1] as number));
}

/**
 * Decodes a stretch without the pictures that nobody wants and no other leans on (`nal_ref_idc` 0: a third of the work in
 * files with B-frames). The bytes of the wanted ones are the same; every picture of the index from the key frame to the one
 * after the last wanted was decoded at its time, or was seen as a packet of that time and left out.
 */
export async function decodeThinned(input: VideoInput, { index, span, seekMicros, pictures }: ThinnedRequest): Promise<ThinnedRun> {
  const { frameTicks } = index;
  const start = span.keyTicks === null ? 0 : findPosition(frameTicks, span.keyTicks);
  const last = span.wanted.at(-1) as number;
  const end = Math.min(last + 1, frameTicks.length - 1);
  const wanted = new Set([...span.wanted, end]);
  const ticksOfStamp = (stamp: number) => frameTicks[positionOf(stamp, start)] as number;
  const frames: DecodedFrame[] = [];
  let packets: FedPackets | null = null;
  const run = await decodeRun(input, {
    streamIndex: 0,
    seekMicros: null,
    feed: async (sink) => {
      packets = await feedNeededPackets(input, { index, seekMicros, start, end, isWanted: (position) => wanted.has(position) }, sink);
    },
    pictures: { ...pictures, ticks: span.wanted.map((position) => stampOf(position, start)), onPicture: (stamp, jpeg) => pictures.onPicture(ticksOfStamp(stamp), jpeg) },
    onDecoded: (frame) => {
      frames.push({ ...frame, ticks: ticksOfStamp(frame.ticks) });
      return false;
    },
  });
  const thinned = packets as FedPackets | null;
  if (thinned === null) return { holds: false, droppedShare: 0 };
  const verifier = createSpanVerifier(index, span, thinned.dropped);
  for (const frame of frames) verifier.take(frame);
  const isSameLook = thinned.look !== null && thinned.look === run.look;
  return { holds: thinned.isSound && isSameLook && verifier.holds(thinned.reachedEnd), droppedShare: thinned.dropped.size / Math.max(1, thinned.dropped.size + thinned.fed) };
}
