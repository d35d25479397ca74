import { readFile, stat } from 'node:fs/promises';

import { EngineError, isEngineError } from '@medstream/schema';

import { type Container, detectContainerOfBytes } from './detect-container.js';
import type { PictureFormat } from './encode-picture.js';
import type { MediaLimits } from './media-limits.js';
import { limitedSharp } from './sharp-setup.js';
import { statMedium } from './stat-medium.js';

export interface StillFacts {
  format: Extract<Container, { kind: 'image' }>['format'];
  /** Pixels, display orientation. */
  width: number;
  height: number;
  /** Degrees clockwise that are applied; 0 for none. A mirrored picture is mirrored back besides. */
  rotation: number;
}

/** Degrees clockwise of the EXIF orientations 1 to 8. */
const rotationOfOrientation = [0, 0, 180, 180, 270, 90, 90, 270];

/**
 * Reads a still image whole, within the limits; its magic bytes must be those of a still image.
 *
 * @throws EngineError `media/limit`, `media/undecodable`
 */
export async function readStill(file: string, limits: MediaLimits): Promise<Buffer> {
  await statMedium(file);
  const { size } = await stat(file);
  if (size > limits.maxImageBytes) throw new EngineError('media/limit', `the image has ${size} bytes, over the limit of ${limits.maxImageBytes}`);
  const bytes = await readFile(file);
  if (detectContainerOfBytes(bytes).kind !== 'image') {
    throw new EngineError('media/undecodable', 'a video is in the place of the image', { hint: 'put the image there, or state media_type video' });
  }
  return bytes;
}

/** Format and display size of a still image. @throws EngineError `media/limit`, `media/undecodable` */
export async function probeStill(bytes: Buffer, limits: MediaLimits): Promise<StillFacts> {
  const container = detectContainerOfBytes(bytes);
  if (container.kind !== 'image') throw new EngineError('media/undecodable', 'the file is no still image', { hint: 'jpg, png, tif, gif and webp are read, by their content' });
  return guardStill(async () => {
    const { width, height, orientation = 1 } = await openStill(bytes, limits).metadata();
    if (width * height > limits.maxPixels) throw new EngineError('media/limit', `the image of ${width}x${height} is over the limit of ${limits.maxPixels} pixels`);
    const isTurned = orientation >= 5;
    return {
      format: container.format,
      width: isTurned ? height : width,
      height: isTurned ? width : height,
      rotation: rotationOfOrientation[orientation - 1] ?? 0,
    };
  });
}

/**
 * A still image as it is sent: upright, transparent parts black, in sRGB, scaled down once if too large, encoded once
 * as JPEG.
 *
 * @throws EngineError `media/limit`, `media/undecodable`
 */
export async function encodeStill(bytes: Buffer, { quality, maxSide }: PictureFormat, limits: MediaLimits): Promise<Uint8Array> {
  await probeStill(bytes, limits);
  return guardStill(() =>
    openStill(bytes, limits)
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true, kernel: 'lanczos3' })
      .flatten({ background: '#000000' })
      .toColourspace('srgb')
      .jpeg({ quality, chromaSubsampling: '4:2:0', mozjpeg: false, optimiseCoding: true, progressive: false })
      .toBuffer(),
  );
}

function openStill(bytes: Uint8Array, { maxPixels }: Pick<MediaLimits, 'maxPixels'>) {
  return limitedSharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
}

/** What sharp throws is a finding about the picture, not a defect of ours. */
export async function guardStill<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (isEngineError(cause)) throw cause;
    const message = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    if (/pixel limit/i.test(message ?? '')) throw new EngineError('media/limit', `the image is too large (${message})`, { cause });
    throw new EngineError('media/undecodable', `the image cannot be decoded (${message})`, { cause, hint: 'check that the file is complete' });
  }
}
