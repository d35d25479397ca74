import { DEMO_SCENE } from '@medstream/schema';

const { frameNumber } = DEMO_SCENE;
/** Means of at least this are white, of at most BLACK black; between them the block cannot be read. */
const WHITE = 165;
const BLACK = 90;

/**
 * Draws frame number `number` (0 to 65,535) into a grey rgb24 picture with a small square that moves, so that the
 * encoder has motion to code. The code is DEMO_SCENE's: 20 blocks, lowest bit first, check mark last.
 */
export function drawNumberedFrame(number: number, width: number, height: number): Uint8Array {
  if (!Number.isInteger(number) || number < 0 || number >= 2 ** frameNumber.numberBits) throw new RangeError(`frame number ${number}`);
  const rgb = new Uint8Array(width * height * 3).fill(110);
  const rows = Math.ceil(height * frameNumber.bottom);
  const bits = [...Array.from({ length: frameNumber.numberBits }, (_, bit) => (number >> bit) & 1), ...frameNumber.checkMark];
  for (let x = 0; x < width; x += 1) {
    const value = bits[Math.floor((x * frameNumber.blocks) / width)] === 1 ? 255 : 0;
    for (let y = 0; y < rows; y += 1) rgb.fill(value, (y * width + x) * 3, (y * width + x + 1) * 3);
  }
  const side = Math.max(1, Math.floor(height / 6));
  const left = (number * 3) % Math.max(1, width - side);
  for (let y = Math.floor(height / 2); y < Math.floor(height / 2) + side; y += 1) {
    for (let x = left; x < Math.min(width, left + side); x += 1) rgb.set([200, 60, 40], (y * width + x) * 3);
  }
  return rgb;
}

/**
 * Reads the number back from a decoded rgb24 picture of any size. Null when a block is neither clearly white nor
 * clearly black, or the check mark does not hold: a picture without a readable number is never a number.
 */
export function readFrameNumber(rgb: Uint8Array, width: number, height: number): number | null {
  let number = 0;
  for (let block = 0; block < frameNumber.blocks; block += 1) {
    const mean = meanOfBlock({ rgb, width, height, block });
    if (mean > BLACK && mean < WHITE) return null;
    const bit = mean >= WHITE ? 1 : 0;
    if (block < frameNumber.numberBits) number += bit * 2 ** block;
    else if (frameNumber.checkMark[block - frameNumber.numberBits] !== bit) return null;
  }
  return number;
}

/** Mean brightness of the middle half of a block in both directions, away from its blurred edges. */
function meanOfBlock({ rgb, width, height, block }: { rgb: Uint8Array; width: number; height: number; block: number }): number {
  const blockWidth = width / frameNumber.blocks;
  const [left, right] = [Math.floor((block + 0.25) * blockWidth), Math.ceil((block + 0.75) * blockWidth)];
  const [top, bottom] = [Math.floor(height * frameNumber.bottom * 0.25), Math.ceil(height * frameNumber.bottom * 0.75)];
  let sum = 0;
  let count = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) sum += rgb[(y * width + x) * 3 + channel] as number;
      count += 3;
    }
  }
  return sum / count;
}
