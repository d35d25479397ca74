import { randomBytes } from 'node:crypto';

import { EngineError } from '@medstream/schema';

import type { ModelImage } from './model.js';

/** Pictures of the requests that are under way, by the names that stand for them until the body is sent. */
export interface PictureNames {
  /** Names for the pictures of one request, in order, for as long as it is under way. */
  open(images: readonly ModelImage[]): OpenPictures;
  /**
   * The body with each name replaced by its picture in base64.
   *
   * @throws EngineError `defect/broken-promise` for a body that holds a request's pictures in part, or twice
   */
  fill(body: string): string;
}

export interface OpenPictures {
  names: readonly string[];
  /** @throws EngineError `defect/broken-promise` where no body with these pictures was filled: the model was shown names */
  assertFilled(): void;
  close(): void;
}

/** Letters and digits alone, as base64 may hold; drawn anew for each request, so that no text of an item can hold one. */
const NAMES = /medstreamPicture([0-9a-f]{32})x([0-9]+)x/g;

/**
 * SDKs copy a request several times and write it as JSON twice, which takes longer for megabytes of base64 than all else
 * that a call does here: they are given names, and the pictures are put into the body that they send.
 */
export function createPictureNames(): PictureNames {
  const open = new Map<string, { images: readonly ModelImage[]; isFilled: boolean }>();
  return {
    open(images) {
      const id = randomBytes(16).toString('hex');
      const request = { images, isFilled: images.length === 0 };
      open.set(id, request);
      return {
        names: images.map((_, index) => `medstreamPicture${id}x${index}x`),
        assertFilled: () => assertCount(request.isFilled ? images.length : 0, images.length),
        close: () => void open.delete(id),
      };
    },
    fill(body) {
      const counts = new Map<string, Map<string, number>>();
      const filled = body.replace(NAMES, (name, id: string, index: string) => {
        const image = open.get(id)?.images[Number(index)];
        // a text that looks like a name is a text
        if (image === undefined) return name;
        const ofRequest = counts.get(id) ?? new Map<string, number>();
        counts.set(id, ofRequest.set(name, (ofRequest.get(name) ?? 0) + 1));
        return encodeBase64(image.bytes);
      });
      for (const [id, ofRequest] of counts) {
        const request = open.get(id);
        if (request === undefined) continue;
        assertCount([...ofRequest.values()].filter((count) => count === 1).length, request.images.length);
        request.isFilled = true;
      }
      return filled;
    },
  };
}

/** An SDK that changed or dropped a name would have a model answer about pictures that it was not shown. */
function assertCount(once: number, pictures: number): void {
  if (once !== pictures) throw new EngineError('defect/broken-promise', `${once} of ${pictures} pictures of a request stand in the body that was to be sent, once each`, { hint: 'the SDK of the vendor writes requests in a way this version does not know; report it with the version of its package' });
}

function encodeBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
