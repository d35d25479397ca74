import { resolveMediaType } from '@medstream/sampling';
import type { BenchmarkItem } from '@medstream/schema';

import type { ItemFinding } from './item-finding.js';

/** The start that the release writes instead of 0. */
const RELEASE_FLOOR_SEC = 0.001;
/** How a missing part of an id was written out. */
const UNSET_PART = /_(?:None|nan|NaN|null|undefined)$/u;

/** Marks that times or parts of an id were never set, or were floored (release-format.md, D4, D5 and D15). */
export function checkUnsetTimes(item: BenchmarkItem): ItemFinding[] {
  const findings: ItemFinding[] = [];
  if (UNSET_PART.test(item.sample_id)) findings.push({ code: 'id/unset-part', path: 'sample_id', message: `expected a time or name at the end of the id, found ${JSON.stringify(item.sample_id)}` });
  const [start, end] = item.input_range;
  const isVideo = resolveMediaType(item) !== 'image' && item.task_mode === 'single_turn';
  if (isVideo && start === end && end <= RELEASE_FLOOR_SEC && item.context_window_sec === 0) {
    findings.push({ code: 'temporal/window-unset', path: 'input_range', message: `expected a window inside the video, found its very first instant, ${end}, with no context: the time was never set` });
  } else if (start === RELEASE_FLOOR_SEC) {
    findings.push({ code: 'temporal/start-floor', path: 'input_range[0]', message: `expected 0, found ${RELEASE_FLOOR_SEC}, the floor of the public release; it is read as 0` });
  }
  return findings;
}
