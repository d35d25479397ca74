import { limitedSharp } from './sharp-setup.js';

/** How pictures are sent. Protocol medstream-1: quality 90, long side at most 1024, never enlarged. */
export interface PictureFormat {
  /** JPEG quality, 1 to 100. */
  quality: number;
  /** Longest side in pixels. */
  maxSide: number;
}

export const DEFAULT_PICTURE_FORMAT: PictureFormat = { quality: 90, maxSide: 1024 };

/** The size a picture is sent at: the same shape, long side at most `maxSide`, never enlarged, at least one pixel. */
export function fitSize(width: number, height: number, maxSide: number): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The one encoder of every delivered picture: raw rgb24 of final size to baseline JPEG by sharp. ffmpeg (video) or
 * sharp (stills) has scaled it before, so there is one scaling step and one encoding. Its transform is an integer one:
 * the same bytes for the same sharp version on every processor.
 */
export async function encodeJpeg(rgb: Uint8Array, { width, height }: { width: number; height: number }, quality: number): Promise<Uint8Array> {
  return limitedSharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality, chromaSubsampling: '4:2:0', mozjpeg: false, optimiseCoding: true, progressive: false })
    .toBuffer();
}
