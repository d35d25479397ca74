import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { EngineError, type SourceDescriptor } from '@medstream/schema';

/** Names in a folder below the root; null when there is no such folder. */
export async function listNames(root: string, folder: string): Promise<string[] | null> {
  return readdir(join(root, folder)).catch(() => null);
}

/**
 * The first of the folders that is there, with the names in it; null when none is. `''` is the root itself.
 *
 * @param isWanted where folders of other things may come first: at least one name must be wanted
 */
export async function findFolder(
  root: string,
  folders: readonly string[],
  isWanted?: (name: string) => boolean,
): Promise<{ folder: string; names: string[] } | null> {
  for (const folder of folders) {
    const names = await listNames(root, folder);
    if (names !== null && (isWanted === undefined || names.some(isWanted))) return { folder, names };
  }
  return null;
}

export interface MediaCandidate {
  path: string;
  type: 'video' | 'image' | 'image_sequence';
}

/** The first candidate that is there (a folder for an image sequence, else a file), else the first, the official place. */
export async function locateMedia(
  mediaRoot: string,
  candidates: readonly [MediaCandidate, ...MediaCandidate[]],
): Promise<MediaCandidate & { isPresent: boolean }> {
  for (const candidate of candidates) {
    const facts = await stat(join(mediaRoot, candidate.path)).catch(() => null);
    if (facts && (candidate.type === 'image_sequence' ? facts.isDirectory() : facts.isFile())) return { ...candidate, isPresent: true };
  }
  return { ...candidates[0], isPresent: false };
}

/** Makes the error for a root in which nothing of a data set was found: it says what the root must hold. */
export function rejectLayout({ id, layout }: Pick<SourceDescriptor, 'id' | 'layout'>): EngineError {
  return new EngineError('source/bad-layout', `no label file of ${id} was found below the root`, { hint: `the root must hold ${layout.join(', ')}` });
}

/** Joins POSIX path parts below a root; empty parts are left out. */
export function joinPosix(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('/');
}

/** Sorts ids that differ in a number at their end by that number (2 before 10, `(2)` before `(10)`), then by text. */
export function compareNumbered(left: string, right: string): number {
  const [leftStem, rightStem] = [left.replace(/\d+\)?$/, ''), right.replace(/\d+\)?$/, '')];
  if (leftStem !== rightStem) return leftStem < rightStem ? -1 : 1;
  const difference = Number(left.slice(leftStem.length).replace(')', '')) - Number(right.slice(rightStem.length).replace(')', ''));
  return difference || (left < right ? -1 : left > right ? 1 : 0);
}
