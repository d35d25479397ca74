import { decodeImage } from './decode-image.js';
import { encodePlainPicture } from './encode-plain-picture.js';

it('every pixel has the colour', async () => {
  const { bytes, mediaType } = await encodePlainPicture({ red: 220, green: 20, blue: 1 });
  const { width, height, rgb } = await decodeImage(bytes);
  expect([mediaType, width, height, rgb.length]).toEqual(['image/png', 224, 224, 224 * 224 * 3]);
  expect(rgb.every((channel, index) => channel === [220, 20, 1][index % 3])).toBe(true);
});
