import { isComplaint, isCorruptPictureLine } from './run-ffmpeg.js';
import { parseTimeBase, type TimeBase } from './time-base.js';

/** One picture as the decoder handed it on, in presentation order. */
export interface DecodedFrame {
  ticks: number;
  /** Whether the decoder calls it a key frame. */
  isKey: boolean;
  /** Display size: after rotation. */
  width: number;
  height: number;
  /** Whether the decoder called this very picture corrupt. */
  isCorrupt: boolean;
  /** How many complaints (errors, concealed blocks) were heard before it. */
  complaintsBefore: number;
}

export interface ShowinfoReader {
  takeLine(line: string): void;
  /** Of the first showinfo; null until the first picture. */
  timeBase: TimeBase | null;
  /** Degrees clockwise that were applied; null until ffmpeg said. */
  rotation: number;
  complaints: number;
}

const frameLine = /^\[Parsed_showinfo_(\d+) @ [^\]]+\] \[info\] n:\s*\d+ pts:\s*(-?\d+)\s.*?\bs:(\d+)x(\d+)\b.*\biskey:(\d)/;
const timeBaseLine = /^\[Parsed_showinfo_\d+ @ [^\]]+\] \[info\] config in time_base: (\d+\/\d+)/;
const rotationLine = /^\[info\]\s+displaymatrix: rotation of (-?\d+(?:\.\d+)?) degrees/;

/**
 * Follows what the showinfo filters of one run say: one (the filter of this number in its graph, the first of all if not
 * said) sees decoded pictures, any other (after a select) sees the chosen ones. So a picture's time comes from the decoder, never from counting.
 */
export function readShowinfo(handlers: { decodedFilter?: number; onDecoded?: (frame: DecodedFrame) => void; onChosen?: (ticks: number) => void }): ShowinfoReader {
  const decodedFilter = String(handlers.decodedFilter ?? 0);
  let isNextCorrupt = false;
  const reader: ShowinfoReader = {
    timeBase: null,
    rotation: 0,
    complaints: 0,
    takeLine(line) {
      if (isComplaint(line)) {
        reader.complaints += 1;
        isNextCorrupt ||= isCorruptPictureLine(line);
        return;
      }
      const frame = frameLine.exec(line);
      if (frame === null) {
        readSettings(line, reader);
        return;
      }
      const [, filter, pts, width, height, key] = frame;
      if (filter !== decodedFilter) {
        handlers.onChosen?.(Number(pts));
        return;
      }
      handlers.onDecoded?.({
        ticks: Number(pts),
        isKey: key === '1',
        width: Number(width),
        height: Number(height),
        isCorrupt: isNextCorrupt,
        complaintsBefore: reader.complaints,
      });
      isNextCorrupt = false;
    },
  };
  return reader;
}

function readSettings(line: string, reader: ShowinfoReader): void {
  const timeBase = timeBaseLine.exec(line)?.[1];
  if (timeBase !== undefined) reader.timeBase ??= parseTimeBase(timeBase);
  const degrees = rotationLine.exec(line)?.[1];
  // ffmpeg states it counter-clockwise
  if (degrees !== undefined) reader.rotation = (Math.round(-Number(degrees)) + 360) % 360;
}
