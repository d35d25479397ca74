import type { MaskTrack } from '@medstream/schema';

import type { DecodedPicture } from '../source.js';

export type MaskRegion = NonNullable<MaskTrack['samples'][number]['regions']>[number];

/** Areas smaller than this share of the picture are specks of lossy copies, not labels. */
export const LEAST_AREA_SHARE = 0.0002;

export interface MeasureOptions {
  /** What a pixel of this grey value says; null: background. */
  labelOfValue: (value: number) => string | null;
  /** Whether areas of one label that do not touch are regions of their own (several polyps); else they are one (an instrument behind another). */
  isSplit: boolean;
}

/** Measures the labelled areas of a mask whose colours are grey values; regions by label and place, specks left out. */
export function measureRegions({ width, height, rgb }: DecodedPicture, { labelOfValue, isSplit }: MeasureOptions): MaskRegion[] {
  const labels: string[] = [];
  const codeOfValue = Array.from({ length: 256 }, (_, value) => {
    const label = labelOfValue(value);
    if (label === null) return 0;
    if (!labels.includes(label)) labels.push(label);
    return labels.indexOf(label) + 1;
  });
  const codes = new Uint8Array(width * height);
  for (let pixel = 0; pixel < codes.length; pixel += 1) codes[pixel] = codeOfValue[rgb[pixel * 3] as number] as number;
  const size = { width, height };
  const areas = isSplit ? collectSplit(codes, size) : collectWhole(codes, size);
  return areas
    .filter(({ count }) => count / codes.length >= LEAST_AREA_SHARE)
    .map((area) => describeArea(area, labels[area.code - 1] as string, codes.length))
    .sort((left, right) => labels.indexOf(left.label) - labels.indexOf(right.label) || left.box.y0 - right.box.y0 || left.box.x0 - right.box.x0);
}

interface Area {
  code: number;
  count: number;
  sumX: number;
  sumY: number;
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

function startArea(code: number): Area {
  return { code, count: 0, sumX: 0, sumY: 0, minX: Number.POSITIVE_INFINITY, minY: Number.POSITIVE_INFINITY, maxX: 0, maxY: 0 };
}

function addPixel(area: Area, x: number, y: number): void {
  area.count += 1;
  area.sumX += x;
  area.sumY += y;
  area.minX = Math.min(area.minX, x);
  area.minY = Math.min(area.minY, y);
  area.maxX = Math.max(area.maxX, x);
  area.maxY = Math.max(area.maxY, y);
}

function collectWhole(codes: Uint8Array, { width }: { width: number }): Area[] {
  const areas = new Map<number, Area>();
  codes.forEach((code, pixel) => {
    if (code === 0) return;
    const area = areas.get(code) ?? startArea(code);
    areas.set(code, area);
    addPixel(area, pixel % width, Math.floor(pixel / width));
  });
  return [...areas.values()];
}

/** Flood fill over pixels that share a side; every pixel is put on the stack at most once. */
function collectSplit(codes: Uint8Array, { width, height }: { width: number; height: number }): Area[] {
  const rest = Uint8Array.from(codes);
  const stack: number[] = [];
  const areas: Area[] = [];
  for (let first = 0; first < rest.length; first += 1) {
    const code = rest[first] as number;
    if (code === 0) continue;
    const area = startArea(code);
    const visit = (pixel: number): void => {
      if (rest[pixel] !== code) return;
      rest[pixel] = 0;
      stack.push(pixel);
    };
    visit(first);
    for (let pixel = stack.pop(); pixel !== undefined; pixel = stack.pop()) {
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      addPixel(area, x, y);
      if (x > 0) visit(pixel - 1);
      if (x < width - 1) visit(pixel + 1);
      if (y > 0) visit(pixel - width);
      if (y < height - 1) visit(pixel + width);
    }
    areas.push(area);
  }
  return areas;
}

/** A pixel reaches from its number to the next, so the centre of pixel 3 is 3.5. */
function describeArea({ count, sumX, sumY, minX, minY, maxX, maxY }: Area, label: string, pixelCount: number): MaskRegion {
  return {
    label,
    box: { x0: minX, y0: minY, x1: maxX + 1, y1: maxY + 1 },
    centre: { x: sumX / count + 0.5, y: sumY / count + 0.5 },
    areaShare: count / pixelCount,
  };
}
