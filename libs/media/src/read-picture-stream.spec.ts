import fc from 'fast-check';

import { readPictureStream } from './read-picture-stream.js';

const part = (bytes: Uint8Array) => Buffer.concat([Buffer.from(`--ffmpeg\r\nContent-type: image/jpeg\r\nContent-length: ${bytes.length}\r\n\r\n`), bytes, Buffer.from('\r\n')]);

async function read(chunks: Uint8Array[]): Promise<string[]> {
  const found: string[] = [];
  for await (const picture of readPictureStream((async function* () { yield* chunks; })())) found.push(Buffer.from(picture).toString('hex'));
  return found;
}

it('gives back the pictures, however the stream is cut', async () => {
  // bytes may well spell the end of a head
  const picture = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.concat([bytes, Buffer.from('\r\n\r\n')]));
  await fc.assert(
    fc.asyncProperty(fc.array(picture, { maxLength: 5 }), fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 9 }), async (pictures, cuts) => {
      const whole = Buffer.concat(pictures.map(part));
      const chunks: Buffer[] = [];
      for (let offset = 0, turn = 0; offset < whole.length; turn += 1) {
        const size = cuts[turn % cuts.length] as number;
        chunks.push(whole.subarray(offset, offset + size));
        offset += size;
      }
      expect(await read(chunks)).toEqual(pictures.map((bytes) => bytes.toString('hex')));
    }),
  );
});

it('drops a picture that breaks off', async () => {
  const whole = Buffer.concat([part(Buffer.from([1, 2, 3])), part(Buffer.from([4, 5, 6]))]);
  expect(await read([whole.subarray(0, whole.length - 4)])).toEqual(['010203']);
});

it.each(['x'.repeat(2000), 'Content-length: none\r\n\r\nabc', 'Content-length: 99999999999\r\n\r\nabc'])('refuses what is no stream of pictures', async (text) => {
  await expect(read([Buffer.from(text)])).rejects.toMatchObject({ code: 'defect/broken-promise' });
});
