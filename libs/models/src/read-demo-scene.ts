import { DEMO_SCENE } from '@medstream/schema';

/** What one generated picture shows. */
export interface DemoScene {
  timestampSec: number;
  /** Position of the phase in the vocabulary; null where the patch has no colour of the legend (black or white picture). */
  phase: number | null;
  /** Positions of the visible tools, ascending. */
  tools: number[];
}

interface Picture {
  width: number;
  height: number;
  /** Three bytes a pixel, row by row. */
  rgb: Uint8Array;
}

/** Farther from every colour of the legend than this (of 441 from black to white) is no phase. The nearest two are 96 apart. */
const FARTHEST_COLOUR = 60;
/** Points along each side of an area that are looked at. */
const POINTS_PER_SIDE = 9;
/** Edges of an area are left out: compression mixes them with their surroundings. */
const INSET = 0.15;

/** Reads a picture by the code of DEMO_SCENE: the colour most points of the phase patch show, and which slots are white. */
export function readDemoScene(picture: Picture, timestampSec: number): DemoScene {
  const { phasePatch, toolRow } = DEMO_SCENE;
  const votes = samplePoints(picture, phasePatch).map(nearestPhase);
  const tools = Array.from(DEMO_SCENE.tools.keys()).filter((slot) => {
    const area = { top: toolRow.top, bottom: toolRow.bottom, left: slot / toolRow.slots, right: (slot + 1) / toolRow.slots };
    return isMostlyWhite(samplePoints(picture, shrink(area, toolRow.marginOfSlot)));
  });
  const phase = mostFrequent(votes);
  // a picture that is white all over shows no tool either
  return { timestampSec, phase, tools: phase === null ? [] : tools };
}

interface Area {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

function shrink({ top, bottom, left, right }: Area, share: number): Area {
  const [down, across] = [(bottom - top) * share, (right - left) * share];
  return { top: top + down, bottom: bottom - down, left: left + across, right: right - across };
}

type Colour = readonly [red: number, green: number, blue: number];

function samplePoints({ width, height, rgb }: Picture, area: Area): Colour[] {
  const { top, bottom, left, right } = shrink(area, INSET);
  const steps = Array.from({ length: POINTS_PER_SIDE }, (_, index) => (index + 0.5) / POINTS_PER_SIDE);
  return steps.flatMap((down) =>
    steps.map((across): Colour => {
      const y = Math.min(height - 1, Math.floor((top + (bottom - top) * down) * height));
      const x = Math.min(width - 1, Math.floor((left + (right - left) * across) * width));
      const at = (y * width + x) * 3;
      return [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
    }),
  );
}

function nearestPhase(colour: Colour): number | null {
  const distances = DEMO_SCENE.phaseColours.map((legend) => Math.hypot(...legend.map((part, channel) => part - (colour[channel] as number))));
  const nearest = Math.min(...distances);
  return nearest <= FARTHEST_COLOUR ? distances.indexOf(nearest) : null;
}

function isMostlyWhite(points: readonly Colour[]): boolean {
  return points.filter((colour) => colour.every((part) => part >= 128)).length * 2 > points.length;
}

function mostFrequent(votes: readonly (number | null)[]): number | null {
  const counts = new Map<number | null, number>();
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [null, 0] as [number | null, number])[0];
}
