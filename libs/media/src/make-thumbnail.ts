import { DEFAULT_MEDIA_LIMITS } from './media-limits.js';
import { limitedSharp } from './sharp-setup.js';
import { guardStill } from './still-picture.js';

/** Long side in pixels and JPEG quality of a picture that only reminds of a frame. */
const THUMBNAIL = { maxSide: 200, quality: 60 } as const;

/**
 * A small JPEG of an encoded still picture, for a page that people look at; never what a model is shown.
 *
 * @throws EngineError `media/undecodable`, `media/limit`
 */
export async function makeThumbnail(bytes: Uint8Array): Promise<Uint8Array> {
  return guardStill(async () =>
    limitedSharp(bytes, { limitInputPixels: DEFAULT_MEDIA_LIMITS.maxPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ width: THUMBNAIL.maxSide, height: THUMBNAIL.maxSide, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: THUMBNAIL.quality })
      .toBuffer(),
  );
}
