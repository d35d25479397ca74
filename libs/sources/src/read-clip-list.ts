import { describeUnsafeMediaPath } from '@medstream/schema';

import type { ClipList } from './described-source-schema.js';
import { dropExtension } from './readers/list-clips.js';
import { readTextRows } from './readers/read-text-rows.js';
import { parseCount, quoteCell, rejectLabel } from './readers/reject-label.js';

/** One row of a list: a clip below the media root, and the id of its label. */
export interface ListedClip {
  /** Relative to the media root. */
  path: string;
  id: number;
  /** 1-based line of the list. */
  line: number;
}

/** So many clips in a row are no chance: a list of fewer may well have ids that look like ordinals. */
const LEAST_CLIPS_TO_TELL = 8;

/**
 * Reads a list of clips: one row `<path> <id>`, cut at a blank, without a header; a path with blanks stands in double quotes.
 *
 * @throws EngineError `source/bad-label` naming file and line; also for a list whose ids only count the clips of a video
 */
export async function readClipList(list: Pick<ClipList, 'prefix'>, root: string, path: string): Promise<{ clips: ListedClip[]; sha256: string }> {
  const clips: ListedClip[] = [];
  const onRow = (cells: string[], line: number): void => {
    const at = `line ${line}`;
    const [place = '', idText = ''] = cells;
    const id = parseCount(idText);
    if (cells.length !== 2 || id === null) throw rejectLabel({ path, at, found: quoteCell(cells.join(' ')), expected: 'the path of a clip, in double quotes where it holds a blank, and a whole number' });
    const clip = place.startsWith(`${list.prefix}/`) ? place.slice(list.prefix.length + 1) : place;
    const fault = describeUnsafeMediaPath(clip);
    if (fault !== null) throw rejectLabel({ path, at, found: quoteCell(clip), expected: `a path below the media root: ${fault}` });
    clips.push({ path: clip, id, line });
  };
  const { sha256 } = await readTextRows({ root, path, onRow, separator: ' ' });
  assertLabels(clips, path);
  return { clips, sha256 };
}

/**
 * Some lists hold the place of a clip among those of its video where its label should stand (`cholec80_01_3.mp4 2`): right
 * for videos that show every label once and in order, wrong for all others.
 */
function assertLabels(clips: readonly ListedClip[], path: string): void {
  const isOrdinal = ({ path: clip, id }: ListedClip): boolean => Number(/_(\d{1,9})$/.exec(dropExtension(clip))?.[1]) === id + 1;
  const isCounted = clips.length >= LEAST_CLIPS_TO_TELL && new Set(clips.map(({ id }) => id)).size > 1 && clips.every(isOrdinal);
  if (!isCounted) return;
  throw rejectLabel({ path, at: 'as a whole', found: 'ids that are the number at the end of each name less one', expected: 'ids of labels, which do not follow the order of the clips of a video' });
}
