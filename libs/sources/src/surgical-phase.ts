import type { SourceDescriptor } from '@medstream/schema';

import { makeDirectoryLabelSource } from './directory-label.js';
import { INTERVAL_FILE, INTERVAL_LAYOUT, openIntervalFile } from './interval-file.js';
import { listNames } from './readers/locate-files.js';
import type { Source } from './source.js';
import { SURGICAL_PHASES } from './surgical-phase-names.js';

const descriptor: SourceDescriptor = {
  id: 'Surgical-phase',
  aliases: ['Surgical_phase', 'zju_phase'],
  title: 'Surgical-phase: clips of right hemicolectomy, one phase each',
  organ: 'colon',
  access: 'not public yet; the authors announce a release',
  licence: 'not stated',
  citation: 'in-house set of the MedStreamBench authors',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['phase'],
  layout: ['<phase>/*.mp4 (also avi, mkv, mov, at any depth), e.g. 3__identification_and_ligation_of_the_vessels_on_the_mesentery/01.mp4', INTERVAL_LAYOUT],
};

const folders = makeDirectoryLabelSource(descriptor, { signal: 'phase', parents: ['Surgical-phase', 'Surgical_phase', 'zju_phase', ''], vocabulary: SURGICAL_PHASES });

/**
 * Surgical-phase: clips in folders named after their phase; nothing says which clips come from one operation, so each is a
 * case. Its layout is not published: a copy may have the general interval table instead.
 */
export const surgicalPhase: Source = {
  descriptor,
  listVideos: async (root, options) => (await openLayout(root)).listVideos(root, options),
  readTimeline: async (video, context) => (await openLayout(context.root)).readTimeline(video, context),
  writeExample: async (dir, context) => (await import('./examples/write-surgical-phase-example.js')).writeSurgicalPhaseExample(dir, context),
};

async function openLayout(root: string): Promise<Omit<Source, 'writeExample'>> {
  const names = (await listNames(root, '')) ?? [];
  return names.includes(INTERVAL_FILE) ? openIntervalFile(root, descriptor) : folders;
}
