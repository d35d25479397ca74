import { DEFAULT_MEDIA_LIMITS } from './media-limits.js';
import { limitedSharp } from './sharp-setup.js';
import { guardStill } from './still-picture.js';

export interface DecodedImage {
  width: number;
  height: number;
  /** Rows from the top, three bytes a pixel. */
  rgb: Uint8Array;
}

/**
 * The pixels of an encoded still picture (for the demo model and for tests), upright, in sRGB.
 *
 * @throws EngineError `media/undecodable`, `media/limit`
 */
export async function decodeImage(bytes: Uint8Array): Promise<DecodedImage> {
  return guardStill(async () => {
    const { data, info } = await limitedSharp(bytes, { limitInputPixels: DEFAULT_MEDIA_LIMITS.maxPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .flatten({ background: '#000000' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, rgb: data };
  });
}
