import { listEvidenceWindows, planWindowTargets, resolveMediaType, samplingPeriodMicrosOf, secondsToMicros } from '@medstream/sampling';
import type { BenchmarkItem } from '@medstream/schema';

import type { ItemFinding } from './item-finding.js';

/** How far the media of an item reach, on the item's own scale: microseconds, or frame index times 1,000,000. */
export interface MediaExtent {
  lastFrameMicros: number;
  /** How long the last frame is on display; null when unknown. */
  lastFrameDurationMicros: number | null;
}

/** What is known of a media path: null when the file is not there, undefined when nobody looked. */
export type FindMediaExtent = (mediaPath: string) => MediaExtent | null | undefined;

/** An endpoint up to this much after the last frame takes the last frame (sampling.md, "Targets"). */
const GRACE_MICROS = 1_000_000;

/** Whether the evidence windows lie within the media. */
export function checkMedia(item: BenchmarkItem, findMediaExtent: FindMediaExtent): ItemFinding[] {
  if (resolveMediaType(item) === 'image') return [];
  const extent = findMediaExtent(item.media_path);
  if (extent === undefined) return [];
  if (extent === null) return [{ code: 'media/missing', path: 'media_path', message: `expected the media file ${JSON.stringify(item.media_path)} below the media root, found none` }];
  const endMicros = Math.max(secondsToMicros(item.query_time), secondsToMicros(item.input_range[1]), ...(item.rounds ?? []).map(({ current_time }) => secondsToMicros(current_time)));
  const beyondMicros = endMicros - extent.lastFrameMicros;
  const message = `expected an end not after the last frame at ${extent.lastFrameMicros / 1_000_000}, found ${endMicros / 1_000_000}`;
  if (beyondMicros > GRACE_MICROS) return [{ code: 'media/beyond-end', path: 'input_range[1]', message }];
  return beyondMicros > (extent.lastFrameDurationMicros ?? 0) ? [{ code: 'media/late-endpoint', path: 'input_range[1]', message }] : [];
}

/** Whether every window is at least one sampling period long. A window of no length is told by the temporal contract. */
export function checkWindowLength(item: BenchmarkItem): ItemFinding[] {
  if (resolveMediaType(item) === 'image') return [];
  const short = listEvidenceWindows(item).find(({ startMicros, endMicros }) => endMicros > startMicros && endMicros - startMicros < samplingPeriodMicrosOf(item));
  if (short === undefined) return [];
  const path = short.round === null ? 'input_range' : `rounds[${short.round - 1}].input_range`;
  return [{ code: 'temporal/window-short', path, message: `expected at least one sampling period, found ${(short.endMicros - short.startMicros) / 1_000_000} with ${planWindowTargets(item, short).length} targets` }];
}
