import { decodeImage } from './decode-image.js';
import { makeThumbnail } from './make-thumbnail.js';
import { limitedSharp } from './sharp-setup.js';

const paint = (width: number, height: number) => limitedSharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } }).jpeg({ quality: 95 }).toBuffer();

it.each([
  // long side to 200, the same shape; never enlarged
  [1024, 512, 200, 100],
  [300, 900, 67, 200],
  [120, 80, 120, 80],
])('makes %i x %i to %i x %i, of the same colour', async (width, height, smallWidth, smallHeight) => {
  const small = await makeThumbnail(await paint(width, height));
  const { rgb, ...size } = await decodeImage(small);
  expect(size).toEqual({ width: smallWidth, height: smallHeight });
  const middle = 3 * (Math.floor(smallHeight / 2) * smallWidth + Math.floor(smallWidth / 2));
  expect([...rgb.subarray(middle, middle + 3)].map((value, channel) => Math.abs(value - ([200, 30, 30][channel] as number)) <= 6)).toEqual([true, true, true]);
});

it('says what is no picture', async () => {
  await expect(makeThumbnail(new TextEncoder().encode('no picture'))).rejects.toMatchObject({ code: 'media/undecodable' });
});
