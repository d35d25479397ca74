import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { compareNumbered, joinPosix } from './locate-files.js';

const VIDEO_FILE = /\.(mp4|avi|mkv|mov)$/i;

/** One clip in a folder that is named after its label. */
export interface LabelledClip {
  /** Name of the folder right below the parent, as it stands. */
  folder: string;
  /** Relative to the root. */
  path: string;
}

/**
 * Lists the clips below `parent/<label>/`, at any depth, by label folder and number. Files beside the label folders carry
 * no label and are not listed; hidden folders are passed over.
 */
export async function listClips(root: string, parent: string): Promise<LabelledClip[]> {
  const clips: LabelledClip[] = [];
  for (const folder of (await readFolder(root, parent)).filter(isOpenFolder)) {
    for (const path of await listVideoFiles(root, joinPosix(parent, folder.name))) clips.push({ folder: folder.name, path });
  }
  return clips.sort((left, right) => compareNumbered(dropExtension(left.path), dropExtension(right.path)));
}

/** The path without `.mp4` and the like. */
export function dropExtension(path: string): string {
  return path.replace(VIDEO_FILE, '');
}

async function listVideoFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readFolder(root, folder);
  const below = await Promise.all(entries.filter(isOpenFolder).map(({ name }) => listVideoFiles(root, joinPosix(folder, name))));
  return [...entries.filter((entry) => entry.isFile() && VIDEO_FILE.test(entry.name)).map(({ name }) => joinPosix(folder, name)), ...below.flat()];
}

function readFolder(root: string, folder: string): Promise<Dirent[]> {
  return readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
}

function isOpenFolder(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith('.');
}
