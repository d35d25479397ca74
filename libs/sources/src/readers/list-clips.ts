import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { EngineError } from '@medstream/schema';

import { compareNumbered, joinPosix } from './locate-files.js';

const VIDEO_FILE = /\.(mp4|avi|mkv|mov|mpe?g)$/i;
/** Stands in a name for bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD';
const PICTURE_FILE = /\.(jpe?g|png|tiff?|bmp)$/i;

/** One clip or picture in a folder that is named after its label. */
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
export function listClips(root: string, parent: string): Promise<LabelledClip[]> {
  return listLabelled(root, parent, VIDEO_FILE);
}

/** The same for still pictures. */
export function listPictures(root: string, parent: string): Promise<LabelledClip[]> {
  return listLabelled(root, parent, PICTURE_FILE);
}

/** The path without `.mp4`, `.jpg` and the like. */
export function dropExtension(path: string): string {
  return path.replace(VIDEO_FILE, '').replace(PICTURE_FILE, '');
}

/** The name of a file without its folders and without `.mp4`, `.jpg` and the like. */
export function stemOf(path: string): string {
  return dropExtension(path.slice(path.lastIndexOf('/') + 1));
}

async function listLabelled(root: string, parent: string, wanted: RegExp): Promise<LabelledClip[]> {
  const clips: LabelledClip[] = [];
  for (const folder of (await readFolder(root, parent)).filter(isOpenFolder)) {
    for (const path of await listFiles(root, joinPosix(parent, folder.name), wanted)) clips.push({ folder: folder.name, path });
  }
  return clips.sort((left, right) => compareNumbered(dropExtension(left.path), dropExtension(right.path)));
}

async function listFiles(root: string, folder: string, wanted: RegExp): Promise<string[]> {
  const entries = await readFolder(root, folder);
  const below = await Promise.all(entries.filter(isOpenFolder).map(({ name }) => listFiles(root, joinPosix(folder, name), wanted)));
  return [...entries.filter((entry) => entry.isFile() && wanted.test(entry.name)).map(({ name }) => joinPosix(folder, name)), ...below.flat()];
}

/** @throws EngineError `source/bad-layout` for a name that cannot be written as text: it would name no file */
async function readFolder(root: string, folder: string): Promise<Dirent[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const unreadable = entries.find(({ name }) => name.includes(REPLACEMENT));
  if (unreadable === undefined) return entries;
  throw new EngineError('source/bad-layout', `a name in the folder ${folder === '' ? 'of the root' : folder} is not UTF-8: ${JSON.stringify(unreadable.name)}`, { hint: 'rename it; names in Latin-1 come from old archives' });
}

function isOpenFolder(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith('.');
}
