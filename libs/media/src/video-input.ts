import type { Container } from './detect-container.js';
import type { Ffmpeg } from './find-ffmpeg.js';
import type { MediaLimits } from './media-limits.js';

/** One video file that may be opened: its real path and the demuxer its magic bytes name. */
export interface VideoInput {
  ffmpeg: Ffmpeg;
  /** Absolute, real, inside the media root. */
  file: string;
  demuxer: Extract<Container, { kind: 'video' }>['demuxer'];
  limits: MediaLimits;
  signal?: AbortSignal | undefined;
}

/**
 * The arguments that open it. `file` is the only protocol, the demuxer is forced, the pixel limit holds inside the
 * decoder too. One decoder thread and bit-exact routines: the same pictures on every machine. Times stay those of the
 * stream (`-copyts`); edit lists and rotation are applied as ffmpeg does by default.
 */
export function inputArguments({ file, demuxer, limits }: VideoInput): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', demuxer, '-f', demuxer, ...decoderArguments(limits), '-copyts', '-i', `file:${file}`];
}

/** Of FLV: times are whole milliseconds. */
export const FED_TIME_BASE = '1:1000';

/** The same for packets that we hand over ourselves, as FLV on standard input. */
export function fedInputArguments({ limits }: Pick<VideoInput, 'limits'>): string[] {
  return ['-protocol_whitelist', 'pipe', '-format_whitelist', 'flv', '-f', 'flv', ...decoderArguments(limits), '-copyts', '-i', 'pipe:0'];
}

function decoderArguments({ maxPixels }: MediaLimits): string[] {
  return ['-max_pixels', String(maxPixels), '-threads', '1', '-flags', '+bitexact', '-idct', 'simple'];
}

/** What comes before the input to start at a time of the stream's own clock, or nothing; packets before it are kept. */
export function seekArguments(seekMicros: number | null): string[] {
  return seekMicros === null ? [] : ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', `${seekMicros}us`];
}

/** ffmpeg's name for the n-th video stream that is no cover picture. */
export function videoStreamSpecifier(streamIndex: number): string {
  return `0:V:${streamIndex}`;
}
