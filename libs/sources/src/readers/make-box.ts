import type { RegionBox } from '@medstream/schema';

/**
 * A rectangle of two opposite corners in pixels, in whichever order they are written, cut at the edges of the picture.
 *
 * @returns null where nothing of it lies inside the picture
 */
export function makeBox(corners: readonly [number, number, number, number], frame: { width: number; height: number }): RegionBox | null {
  const [left, top, right, bottom] = corners;
  const within = (value: number, limit: number): number => Math.min(Math.max(value, 0), limit);
  const box = {
    x0: within(Math.min(left, right), frame.width),
    y0: within(Math.min(top, bottom), frame.height),
    x1: within(Math.max(left, right), frame.width),
    y1: within(Math.max(top, bottom), frame.height),
  };
  return box.x0 < box.x1 && box.y0 < box.y1 ? box : null;
}
