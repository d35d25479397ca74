import { open } from 'node:fs/promises';

import { EngineError } from '@medstream/schema';

/** How a file is read: ffmpeg's demuxer, forced by its name, or a still image through sharp. */
export type Container =
  | { kind: 'video'; demuxer: 'mov' | 'matroska' | 'avi' | 'mpegts' | 'mpeg' | 'flv' | 'ogg' | 'asf' | 'gif' }
  | { kind: 'image'; format: 'jpeg' | 'png' | 'tiff' | 'webp' };

type VideoDemuxer = Extract<Container, { kind: 'video' }>['demuxer'];

const movAtoms = ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'styp', 'moof'];

/** Magic bytes by position; the first that holds decides. */
const signatures: { matches: (bytes: Buffer) => boolean; container: Container }[] = [
  ...([
    ['matroska', (bytes) => hasHex(bytes, 0, '1a45dfa3')],
    ['mov', (bytes) => movAtoms.includes(bytes.toString('latin1', 4, 8))],
    ['avi', (bytes) => hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'AVI ')],
    ['flv', (bytes) => hasText(bytes, 0, 'FLV')],
    ['ogg', (bytes) => hasText(bytes, 0, 'OggS')],
    ['asf', (bytes) => hasHex(bytes, 0, '3026b2758e66cf11')],
    ['mpeg', (bytes) => hasHex(bytes, 0, '000001ba')],
    ['gif', (bytes) => hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a')],
    ['mpegts', (bytes) => isTransportStream(bytes, 0, 188) || isTransportStream(bytes, 4, 192)],
  ] satisfies [VideoDemuxer, (bytes: Buffer) => boolean][]).map(([demuxer, matches]) => ({ matches, container: { kind: 'video' as const, demuxer } })),
  { matches: (bytes) => hasHex(bytes, 0, 'ffd8ff'), container: { kind: 'image', format: 'jpeg' } },
  { matches: (bytes) => hasHex(bytes, 0, '89504e470d0a1a0a'), container: { kind: 'image', format: 'png' } },
  { matches: (bytes) => hasHex(bytes, 0, '49492a00') || hasHex(bytes, 0, '4d4d002a'), container: { kind: 'image', format: 'tiff' } },
  { matches: (bytes) => hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP'), container: { kind: 'image', format: 'webp' } },
];

const HEAD_BYTES = 1024;

/**
 * Tells a file's container by its magic bytes, never by its name. Playlists, scripts, subtitles and everything else
 * that can point to other files match nothing and are refused.
 *
 * @throws EngineError `media/undecodable` for anything that is not on the list
 */
export async function detectContainer(file: string): Promise<Container> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return detectContainerOfBytes(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** The same over the first bytes of a file. */
export function detectContainerOfBytes(bytes: Buffer): Container {
  const found = signatures.find((signature) => signature.matches(bytes));
  if (found !== undefined) return found.container;
  if (bytes.length === 0) throw new EngineError('media/undecodable', 'the file is empty', { hint: 'fetch the file again: nothing of it arrived' });
  throw new EngineError('media/undecodable', 'the file is not of a media format that is read here', {
    hint: 'mp4, mov, mkv, webm, avi, mpg, ts, flv, ogv, wmv, gif, jpg, png, tif and webp are read, by their content; playlists are refused; convert bmp to png',
  });
}

function hasText(bytes: Buffer, offset: number, text: string): boolean {
  return bytes.toString('latin1', offset, offset + text.length) === text;
}

function hasHex(bytes: Buffer, offset: number, hex: string): boolean {
  return bytes.toString('hex', offset, offset + hex.length / 2) === hex;
}

/** Three sync bytes a packet apart. */
function isTransportStream(bytes: Buffer, offset: number, packetBytes: number): boolean {
  return [0, 1, 2].every((packet) => bytes[offset + packet * packetBytes] === 0x47);
}
