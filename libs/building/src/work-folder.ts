import { buildManifestSchema, EngineError, isEngineError, parseJsonText, stringifyJsonLine } from '@medstream/schema';
import { z } from 'zod';

import type { OutputFolder } from './build-ports.js';
import { formatVideoResult, parseVideoResult, type VideoResult } from './video-result.js';

/** Where committed results and files on their way lie until the build is finished. */
export const WORK_FOLDER = '.work';
const MARKER = `${WORK_FOLDER}/build.json`;
const RESULTS = `${WORK_FOLDER}/results`;
const markerSchema = z.object({ earlier_files: z.array(z.string()) });

/** The committed results of one build, one file a video. */
export interface WorkFolder {
  /** Which of the wanted results are committed and undamaged; a damaged one is removed, so that it is made anew. */
  listWholeKeys: (wanted: ReadonlySet<string>) => Promise<Set<string>>;
  /** Commits a result: on disk when it returns. Where there is one already, ours is dropped. */
  commit: (key: string, result: VideoResult) => Promise<void>;
  /** @throws EngineError `store/corrupt` when the file is damaged or gone */
  load: (key: string) => Promise<VideoResult>;
  /**
   * States which files the build is about to publish. Returns the files that earlier builds left and this one does not
   * replace. After a crash the next build, whatever its inputs, still knows them all.
   */
  announceFiles: (files: readonly string[]) => Promise<string[]>;
  /** Removes the folder unless it holds a committed result, perhaps of a build with other options. */
  removeUnlessUsed: () => Promise<void>;
}

/**
 * Opens the work folder inside an output folder that is empty, holds an interrupted build of ours or a finished one.
 *
 * @throws EngineError `usage/output-not-empty` for a folder that holds anything else
 */
export async function openWorkFolder(output: OutputFolder): Promise<WorkFolder> {
  const marked = await readMarker(output);
  const finished = await readFinishedFiles(output);
  if (marked === null && finished === null) {
    const foreign = (await output.list('')).filter((name) => name !== WORK_FOLDER);
    if (foreign.length > 0) {
      throw new EngineError('usage/output-not-empty', `the output folder holds ${foreign.slice(0, 3).join(', ')} and is no build of ours`, {
        hint: 'name a new or empty folder with --out',
      });
    }
  }
  const earlierFiles = [...new Set([...(marked ?? []), ...(finished ?? [])])].sort();
  const writeMarker = (files: readonly string[]): Promise<void> => output.writeText(MARKER, `${stringifyJsonLine({ earlier_files: files })}\n`);
  await writeMarker(earlierFiles);
  await output.makeFolder(RESULTS);
  return {
    listWholeKeys: async (wanted) => {
      const whole = new Set<string>();
      for (const key of await listResultKeys(output)) if (wanted.has(key) && (await hasWholeResult(output, key))) whole.add(key);
      return whole;
    },
    commit: async (key, result) => void (await output.createText(resultPath(key), formatVideoResult(result))),
    load: async (key) => {
      const text = await output.readText(resultPath(key));
      if (text === null) throw new EngineError('store/corrupt', `${resultPath(key)} is gone while the build runs`, { hint: 'leave the output folder alone while it is built; build again' });
      return parseVideoResult(text, resultPath(key));
    },
    announceFiles: async (files) => {
      await writeMarker([...new Set([...earlierFiles, ...files])].sort());
      return earlierFiles.filter((file) => !files.includes(file));
    },
    removeUnlessUsed: async () => {
      if ((await listResultKeys(output)).length === 0) await output.remove(WORK_FOLDER);
    },
  };
}

/** Keys of the results that are committed, looked at by name alone. */
export async function listResultKeys(output: OutputFolder): Promise<string[]> {
  const names = await output.list(RESULTS);
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -'.jsonl'.length));
}

/** Whether a result is committed and undamaged; a damaged one is removed, so that it is made anew. */
export async function hasWholeResult(output: OutputFolder, key: string): Promise<boolean> {
  const text = await output.readText(resultPath(key));
  if (text === null) return false;
  try {
    parseVideoResult(text, resultPath(key));
    return true;
  } catch (error) {
    if (!isEngineError(error, 'store/corrupt')) throw error;
    await output.remove(resultPath(key));
    return false;
  }
}

/** Where the committed result of a video lies: below a folder of its own, so that whoever takes the lock of the output folder leaves files on their way alone. */
export function resultPath(key: string): string {
  return `${RESULTS}/${key}.jsonl`;
}

async function readMarker(output: OutputFolder): Promise<string[] | null> {
  const text = await output.readText(MARKER);
  if (text === null) return null;
  const marker = markerSchema.safeParse(tryParse(text));
  if (marker.success) return marker.data.earlier_files;
  throw new EngineError('store/corrupt', `${MARKER} in the output folder is damaged`, { hint: `remove the folder ${WORK_FOLDER} there, then give the same command again` });
}

/** The data files that a finished build's manifest names; null where there is no manifest of ours. */
async function readFinishedFiles(output: OutputFolder): Promise<string[] | null> {
  const text = await output.readText('manifest.json');
  if (text === null) return null;
  const manifest = buildManifestSchema.safeParse(tryParse(text));
  if (!manifest.success) return null;
  return manifest.data.files.flatMap(({ dataset }) => listDatasetFiles(dataset));
}

/** The two files of one data set. */
export function listDatasetFiles(dataset: string): [items: string, rejected: string] {
  return [`${dataset}.jsonl`, `rejected/${dataset}.jsonl`];
}

function tryParse(text: string): unknown {
  try {
    return parseJsonText(text, 'a file of the output folder');
  } catch {
    return null; // not ours, then
  }
}
