import { constructItems } from '@medstream/construction';
import type { BenchmarkItem, Timeline } from '@medstream/schema';

import type { VideoTask } from './build-ports.js';

/** Second stage: a timeline to candidate items, and what the labels did not allow, by reason. */
export function constructVideo(timeline: Timeline, { source, seed }: VideoTask): { candidates: BenchmarkItem[]; leftOut: Record<string, number> } {
  const { items, leftOut } = constructItems(timeline, { options: { ...source.construction, seed }, descriptor: source.descriptor });
  return { candidates: items, leftOut: { ...leftOut } };
}
