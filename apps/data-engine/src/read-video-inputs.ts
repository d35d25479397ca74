import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { BuildPorts, BuildSource, ListedVideo, VideoInputs } from '@medstream/building';
import { hashLabelFile } from '@medstream/sources';

/**
 * Reads what decides whether a committed result is still good: the hash of each label file (once, however many videos
 * share it), and size and time of change of the media.
 */
export function createInputReader(): BuildPorts['describeInputs'] {
  const hashes = new Map<string, Promise<string>>();
  const hashOnce = (root: string, path: string): Promise<string> => {
    const file = join(root, path);
    const hash = hashes.get(file) ?? hashLabelFile(root, path);
    hashes.set(file, hash);
    return hash;
  };
  return async (source, video) => {
    const paths = [...new Set(Object.values(video.files))].sort();
    const labels: VideoInputs['labels'] = [];
    for (const path of paths) labels.push({ path, sha256: await hashOnce(source.root, path) });
    return { labels, media: await describeMedia(source, video) };
  };
}

async function describeMedia(source: BuildSource, video: ListedVideo): Promise<VideoInputs['media']> {
  const file = join(source.mediaRoot, video.mediaPath);
  try {
    const facts = await stat(file);
    if (!facts.isDirectory()) return { bytes: facts.size, changedMs: facts.mtimeMs };
    return { pictures: (await readdir(file)).length, changedMs: facts.mtimeMs };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
