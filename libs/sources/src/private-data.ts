import { EngineError, type SourceDescriptor } from '@medstream/schema';

import { makeDescribedSource } from './described-source.js';
import { makeDirectoryLabelSource } from './directory-label.js';
import { INTERVAL_FILE, INTERVAL_LAYOUT, openIntervalFile } from './interval-file.js';
import { parseDescribedSource } from './parse-described-source.js';
import { listNames } from './readers/locate-files.js';
import { readLabelFile } from './readers/open-label-file.js';
import type { Source } from './source.js';

const DATASET = 'private_data';
const DESCRIPTIONS = ['private_data.yaml', 'private_data.yml', 'private_data.json'];

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['private-data'],
  title: 'private_data: recordings of a hospital in one of three general layouts',
  organ: 'not stated',
  access: 'not public; the authors announce a release',
  licence: 'not stated',
  citation: 'in-house set of the MedStreamBench authors',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['phase'],
  layout: [
    'private_data.yaml, a description of the layout (docs/how-to/add-a-data-set.md)',
    INTERVAL_LAYOUT,
    'or <label>/*.mp4 (also avi, mkv, mov, mpg, at any depth)',
  ],
};

/** private_data: nothing of its layout is public, so a copy says itself which general layout it has. */
export const privateData: Source = {
  descriptor,
  listVideos: async (root, options) => (await openLayout(root)).listVideos(root, options),
  readTimeline: async (video, context) => (await openLayout(context.root)).readTimeline(video, context),
  writeExample: async (dir, context) => (await import('./examples/write-private-data-example.js')).writePrivateDataExample(dir, context),
};

/** The source that the files at the root ask for: a description, an interval table, else folders of labels. */
async function openLayout(root: string): Promise<Omit<Source, 'writeExample'>> {
  const names = (await listNames(root, '')) ?? [];
  const description = DESCRIPTIONS.find((name) => names.includes(name));
  if (description !== undefined) return openDescription(root, description);
  if (names.includes(INTERVAL_FILE)) return openIntervalFile(root, descriptor);
  return makeDirectoryLabelSource(descriptor, { signal: 'phase', parents: [DATASET, ''], vocabulary: null });
}

/** @throws EngineError `config/*` naming the file and the key */
async function openDescription(root: string, name: string): Promise<Source> {
  const text = (await readLabelFile(root, name)).toString('utf8');
  // of all that is read, only descriptions are YAML
  const { parse: parseYaml } = await import('yaml');
  let value: unknown;
  try {
    value = parseYaml(text);
  } catch (cause) {
    throw new EngineError('config/unreadable', `${name} is no YAML or JSON: ${(cause as Error).message}`, { cause, hint: 'docs/how-to/add-a-data-set.md shows a description' });
  }
  const described = typeof value === 'object' && value !== null ? { ...value, id: DATASET } : value;
  return makeDescribedSource(parseDescribedSource(described, name));
}
