import { randomBytes } from 'node:crypto';

import type { ModelImage } from './model.js';

/** Pictures of the requests that are under way, by the names that stand for them until the body is sent. */
export interface PictureNames {
  /** Names for the pictures of one request, in order, for as long as it is under way. */
  open(images: readonly ModelImage[]): { names: readonly string[]; close(): void };
  /** The body with each name replaced by its picture in base64. */
  fill(body: string): string;
}

/** Letters and digits alone, as base64 may hold; drawn anew for each request, so that no text of an item can hold one. */
const NAMES = /medstreamPicture([0-9a-f]{32})x([0-9]+)x/g;

/**
 * SDKs copy a request several times and write it as JSON twice, which takes longer for megabytes of base64 than all else
 * that a call does here: they are given names, and the pictures are put into the body that they send.
 */
export function createPictureNames(): PictureNames {
  const open = new Map<string, readonly ModelImage[]>();
  return {
    open(images) {
      const id = randomBytes(16).toString('hex');
      open.set(id, images);
      return { names: images.map((_, index) => `medstreamPicture${id}x${index}x`), close: () => void open.delete(id) };
    },
    fill: (body) =>
      body.replace(NAMES, (name, id: string, index: string) => {
        const image = open.get(id)?.[Number(index)];
        // a text that looks like a name is a text
        return image === undefined ? name : encodeBase64(image.bytes);
      }),
  };
}

function encodeBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
