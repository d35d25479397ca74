import type { Writable } from 'node:stream';

import type { FrameIndex } from './frame-index.js';
import { type H264Settings, isReferencePacket, readH264Settings } from './h264-packet.js';
import { parseFramecrcLine } from './packet-index.js';
import { findPosition } from './plan-spans.js';
import { readFlvPackets, writeFlvHead, writeFlvPacket } from './read-flv-packets.js';
import { isComplaint, isPrematureClose, startFfmpeg } from './run-ffmpeg.js';
import { readStreamLook } from './stream-look.js';
import { inputArguments, seekArguments, type VideoInput, videoStreamSpecifier } from './video-input.js';

export interface FeedRequest {
  index: Pick<FrameIndex, 'frameTicks' | 'streamIndex'>;
  /** See `DecodeRequest`. */
  seekMicros: number | null;
  /** Position of the key frame to begin with. */
  start: number;
  /** Position of the last picture that must come out. */
  end: number;
  /** Whether the picture must come out even if no other leans on it. */
  isWanted: (position: number) => boolean;
}

export interface FedPackets {
  /** Positions of the pictures that were left out. */
  dropped: ReadonlySet<number>;
  fed: number;
  /** Whether each packet was understood, and belonged to a picture of the index. */
  isSound: boolean;
  /** Whether the file came to its end. */
  reachedEnd: boolean;
  /** See `readStreamLook`. */
  look: string | null;
}

/** Position p of the index is fed as time p - start + this, so that pictures shown before the key frame have a time too. */
const STAMP_OF_START = 64;

/** Packets are handed on together, which saves waking the decoder for each. */
const BATCH_BYTES = 32_768;

/** The time under which a position is fed, and back. */
export const stampOf = (position: number, start: number): number => position - start + STAMP_OF_START;
export const positionOf = (stamp: number, start: number): number => stamp + start - STAMP_OF_START;

/**
 * Copies a stretch of H.264 from its file to a decoder, without the pictures that nobody wants and no other leans on.
 * ffmpeg opens the file and hands on packets twice: as FLV, and as `framecrc` lines that state the times of the file
 * exactly. The decoder gets FLV in which a picture's time is its position in the index.
 */
export async function feedNeededPackets(input: VideoInput, request: FeedRequest, sink: Writable): Promise<FedPackets> {
  const { index, seekMicros, start, end, isWanted } = request;
  const lines: string[] = [];
  let isCut = false;
  let hasComplained = false;
  const look = readStreamLook('Output #0');
  let wake = () => undefined as void;
  const running = startFfmpeg({
    path: input.ffmpeg.path,
    arguments: buildArguments(input, index.streamIndex, seekMicros),
    timeoutMs: input.limits.processTimeoutMs,
    signal: input.signal,
    onLine: (line) => {
      // once we have enough it complains of the pipe that we close
      hasComplained ||= !isCut && isComplaint(line);
      if (!line.startsWith('0,')) return look.takeLine(line);
      lines.push(line);
      wake();
    },
  });
  let isOver = false;
  void running.ended.catch(() => undefined).then(() => {
    isOver = true;
    wake();
  });
  const nextLine = async (): Promise<string> => {
    while (lines.length === 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve));
    return lines.shift() ?? '';
  };

  const dropped = new Set<number>();
  let fed = 0;
  let isSound = true;
  let settings: H264Settings | null = null;
  let hasStarted = false;
  // a decoder that is gone breaks the pipe: its exit code and complaints say why
  const flush = () =>
    new Promise<void>((resolve) => {
      const bytes = Buffer.concat(batch.splice(0));
      if (!sink.writable || sink.write(bytes, () => resolve())) resolve();
    });
  const batch: Buffer[] = [];
  let batchBytes = 0;
  const write = async (bytes: Buffer) => {
    batch.push(bytes);
    batchBytes += bytes.length;
    if (batchBytes < BATCH_BYTES) return;
    batchBytes = 0;
    await flush();
  };
  try {
    for await (const packet of readFlvPackets(running.stdout)) {
      if (packet.kind === 'settings') {
        isSound &&= settings === null;
        settings = readH264Settings(packet.payload);
        await write(Buffer.concat([writeFlvHead(), writeFlvPacket(packet, { decode: 0, display: 0 })]));
        continue;
      }
      const stated = parseFramecrcLine(await nextLine());
      isSound &&= settings !== null && stated.size === packet.payload.length && !stated.isCorrupt && !stated.isDiscarded;
      isCut = !isSound || !sink.writable || (stated.decodeTicks ?? -Infinity) > (index.frameTicks[end] as number);
      if (isCut || settings === null || stated.ticks === null) break;
      const position = findPosition(index.frameTicks, stated.ticks);
      hasStarted ||= position === start && stated.isKey;
      if (!hasStarted) continue;
      const isReference = isReferencePacket(packet.payload, settings);
      const times = { decode: fed, display: stampOf(position, start) };
      if (isReference === null || index.frameTicks[position] !== stated.ticks || times.display < times.decode) isSound = false;
      isCut = !isSound;
      if (isCut) break;
      if (isReference === false && !isWanted(position)) {
        dropped.add(position);
        continue;
      }
      await write(writeFlvPacket({ ...packet, isKey: stated.isKey }, times));
      fed += 1;
    }
    await flush();
  } catch (error) {
    isCut = true;
    if (!isPrematureClose(error)) throw error;
  } finally {
    if (isCut) running.stop();
    sink.end();
  }
  const ended = await running.ended;
  return { dropped, fed, isSound: isSound && hasStarted && !hasComplained, reachedEnd: ended.exitCode === 0, look: look.found() };
}

function buildArguments(input: VideoInput, streamIndex: number, seekMicros: number | null): string[] {
  const copy = ['-map', videoStreamSpecifier(streamIndex), '-c', 'copy', '-copyinkf', '-copypriorss', '1'];
  return [
    ...['-loglevel', 'level+info', ...seekArguments(seekMicros), ...inputArguments(input)],
    ...[...copy, '-flvflags', 'no_duration_filesize', '-flush_packets', '0', '-f', 'flv', 'pipe:1'],
    // the line of a packet must not wait for later packets, or we would wait for one another
    ...[...copy, '-flush_packets', '1', '-f', 'framecrc', 'pipe:2'],
  ];
}
