import { countWindowTargets, describeTooManyTargets, endpointGraceMicrosOf, judgeEndpoint, listEvidenceWindows, resolveMediaType, samplingPeriodMicrosOf } from '@medstream/sampling';
import type { BenchmarkItem } from '@medstream/schema';

import type { ItemFinding } from './item-finding.js';

/** How far the media of an item reach, on the item's own scale: microseconds, or frame index times 1,000,000. */
export interface MediaExtent {
  lastFrameMicros: number;
  /** How long the last frame is on display; null when unknown. */
  lastFrameDurationMicros: number | null;
  /** Where pictures were tried and could not be decoded: the first one, or one of the last 2 s; absent or null where they could, or nobody tried. */
  undecodableAt?: 'start' | 'end' | null;
  /** How far the labels of the medium reach; absent or null where that is not known. */
  labelEndMicros?: number | null;
}

/** What is known of a media path: null when the file is not there, undefined when nobody looked. */
export type FindMediaExtent = (mediaPath: string) => MediaExtent | null | undefined;

/** A time rounded up to the next millisecond lies this much late at most (release-format.md, D16). */
const ROUNDING_MICROS = 1000;
/** A label of the last second may reach one labelling period past the last frame; more means that the medium is cut. */
const LABEL_GRACE_MICROS = 2_000_000;
/** Labels that end before this share of the medium are probably counted at another frame rate. */
const LEAST_LABELLED_SHARE = 0.5;

/** Whether the evidence windows lie within the media, by the rule that the sampler follows. */
export function checkMedia(item: BenchmarkItem, findMediaExtent: FindMediaExtent): ItemFinding[] {
  if (resolveMediaType(item) === 'image') return [];
  const extent = findMediaExtent(item.media_path);
  if (extent === undefined) return [];
  if (extent === null) return [{ code: 'media/missing', path: 'media_path', message: `expected the media file ${JSON.stringify(item.media_path)} below the media root, found none` }];
  return [...checkMedium(extent), ...checkEndpoint(item, extent)];
}

/** The latest end of a window against the end of the media. */
function checkEndpoint(item: BenchmarkItem, { lastFrameMicros, lastFrameDurationMicros }: MediaExtent): ItemFinding[] {
  const ends = listEvidenceWindows(item).map(({ endMicros }) => endMicros);
  if (ends.length === 0) return [];
  const requestedMicros = Math.max(...ends);
  const message = `expected an end not after the last frame at ${lastFrameMicros / 1_000_000}, found ${requestedMicros / 1_000_000}`;
  const path = 'input_range[1]';
  const verdict = judgeEndpoint({ requestedMicros, lastFrameMicros, lastFrameDurationMicros, graceMicros: endpointGraceMicrosOf(item) });
  if (verdict === 'beyond') return [{ code: 'media/beyond-end', path, message }];
  const lateMicros = requestedMicros - lastFrameMicros - (lastFrameDurationMicros ?? 0);
  if (lateMicros > 0 && lateMicros < ROUNDING_MICROS) return [{ code: 'media/rounded-up', path, message }];
  return verdict === 'late' ? [{ code: 'media/late-endpoint', path, message }] : [];
}

/** What is wrong with the medium itself, whatever is asked of it. */
function checkMedium({ lastFrameMicros, undecodableAt, labelEndMicros }: MediaExtent): ItemFinding[] {
  const findings: ItemFinding[] = [];
  if (undecodableAt === 'start') findings.push({ code: 'media/undecodable-start', path: 'media_path', message: 'expected a first picture that can be decoded, found none' });
  if (undecodableAt === 'end') findings.push({ code: 'media/undecodable-end', path: 'media_path', message: 'expected pictures that can be decoded in the last 2 s, found none' });
  if (labelEndMicros === undefined || labelEndMicros === null) return findings;
  const message = `expected labels up to about the last frame at ${lastFrameMicros / 1_000_000}, found their end at ${labelEndMicros / 1_000_000}`;
  if (labelEndMicros - lastFrameMicros > LABEL_GRACE_MICROS) findings.push({ code: 'media/shorter-than-labels', path: 'media_path', message });
  else if (labelEndMicros < lastFrameMicros * LEAST_LABELLED_SHARE) findings.push({ code: 'media/length-mismatch', path: 'media_path', message });
  return findings;
}

/** Whether every window is at least one sampling period long. A window of no length is told by the temporal contract. */
export function checkWindowLength(item: BenchmarkItem): ItemFinding[] {
  if (resolveMediaType(item) === 'image') return [];
  const short = listEvidenceWindows(item).find(({ startMicros, endMicros }) => endMicros > startMicros && endMicros - startMicros < samplingPeriodMicrosOf(item));
  if (short === undefined) return [];
  const path = short.round === null ? 'input_range' : `rounds[${short.round - 1}].input_range`;
  return [{ code: 'temporal/window-short', path, message: `expected at least one sampling period, found ${(short.endMicros - short.startMicros) / 1_000_000} with ${countWindowTargets(item, short)} targets` }];
}

/** Whether an item asks for more frames than are ever sampled; a run refuses it. */
export function checkTargetCount(item: BenchmarkItem): ItemFinding[] {
  const problem = describeTooManyTargets(item);
  return problem === null ? [] : [{ code: 'sampling/too-many-targets', path: 'sampling_period_sec', message: `expected frames that can all be sampled: ${problem}` }];
}
