import { limitedSharp } from './sharp-setup.js';

/** Long enough that servers which want a smallest size take it, and a few tokens at most. Pixels. */
const SIDE = 224;

/** Makes a PNG picture of one colour, for asking a model whether it sees at all. Channels are 0 to 255. */
export async function encodePlainPicture({ red, green, blue }: { red: number; green: number; blue: number }): Promise<{ bytes: Uint8Array; mediaType: string }> {
  const bytes = await limitedSharp({ create: { width: SIDE, height: SIDE, channels: 3, background: { r: red, g: green, b: blue } } }).png().toBuffer();
  return { bytes, mediaType: 'image/png' };
}
