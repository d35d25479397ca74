import { type BenchmarkItem, builtItemSchema, describeIssues, type Finding, type Timeline } from '@medstream/schema';
import { createValidator, type MediaExtent } from '@medstream/validation';

import { dropPosition } from './cross-check.js';
import type { AcceptedItem, RejectedCandidate } from './video-result.js';

/** What of a video its candidates are held against. */
export interface CheckedVideo {
  media: Timeline['media'];
  /** How far the labels reach; absent or null where that is not known. */
  labelEndMicros?: number | null;
}

/**
 * Third stage: candidates to accepted items and rejected ones with reasons. Both lists keep the order of the candidates.
 * What only many videos together show (balance, equal questions) is for {@link crossCheck}.
 */
export function validateVideo(candidates: readonly BenchmarkItem[], video: CheckedVideo): { accepted: AcceptedItem[]; rejected: RejectedCandidate[] } {
  const extent = describeExtent(video);
  const validator = createValidator({ findMediaExtent: (mediaPath) => (mediaPath === video.media.path ? extent : undefined) });
  const accepted: AcceptedItem[] = [];
  const rejected: RejectedCandidate[] = [];
  for (const item of candidates) {
    const findings = [...checkShape(item), ...validator.checkItem(item, { file: null, record: null }).map(dropPosition)];
    if (findings.some(({ severity }) => severity === 'error')) rejected.push({ candidate: item, findings });
    else accepted.push({ item, findings });
  }
  return { accepted, rejected };
}

/** What we write is held to the strict form of the schema, which the reader's lenient one does not ask for. */
function checkShape(item: BenchmarkItem): Finding[] {
  const parsed = builtItemSchema.safeParse(item);
  if (parsed.success) return [];
  return describeIssues(parsed.error).map(({ path, message }) => ({ code: 'schema/invalid', severity: 'error', file: null, record: null, sample_id: item.sample_id, path, message }));
}

/**
 * The extent on the scale of the items: frame index times 1,000,000 for image sequences. The last frame is taken to be
 * shown for one frame at the nominal rate. Undefined where the media were not read.
 */
function describeExtent({ media, labelEndMicros = null }: CheckedVideo): MediaExtent | undefined {
  const { type, lastFrameMicros, frameRate } = media;
  if (lastFrameMicros === null || (type === 'image_sequence' && frameRate === null)) return undefined;
  if (type !== 'image_sequence' || frameRate === null) return { lastFrameMicros, lastFrameDurationMicros: frameRate === null ? null : Math.round(1e6 / frameRate), labelEndMicros };
  const toIndexScale = (micros: number): number => Math.round((micros * frameRate) / 1e6) * 1e6;
  return { lastFrameMicros: toIndexScale(lastFrameMicros), lastFrameDurationMicros: 1e6, labelEndMicros: labelEndMicros === null ? null : toIndexScale(labelEndMicros) };
}
