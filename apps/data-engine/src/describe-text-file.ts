import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

const [LINE_FEED, SPACE, TAB, CARRIAGE_RETURN] = [0x0a, 0x20, 0x09, 0x0d];

/** SHA-256 of a file, and how many of its lines hold more than white space: more lines than records means objects over several lines. */
export async function describeTextFile(file: string): Promise<{ sha256: string; lines: number }> {
  const hash = createHash('sha256');
  let lines = 0;
  let isBlank = true;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    for (const byte of chunk) {
      if (byte === LINE_FEED) isBlank = true;
      else if (isBlank && byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) {
        isBlank = false;
        lines += 1;
      }
    }
  }
  return { sha256: hash.digest('hex'), lines };
}
