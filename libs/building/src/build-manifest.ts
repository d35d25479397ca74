import { type BuildManifest, buildManifestSchema, compareText, PROTOCOL, type SourceDescriptor } from '@medstream/schema';

import type { BuildOptions } from './build-ports.js';
import type { FailedVideo } from './build-report.js';
import { createTally } from './count-items.js';
import type { VideoResult } from './video-result.js';

type SourceEntry = BuildManifest['sources'][number];

interface SourceFacts {
  videos: number;
  /** Videos of them whose media were not read. */
  unread: number;
  /** Path to SHA-256. */
  labelFiles: Map<string, string>;
  /** Labels by signal. */
  vocabulary: Map<string, string[]>;
}

/** Gathers, video by video in planned order, what the manifest says besides files and counts. */
export interface ManifestFacts {
  addVideo: (result: VideoResult) => void;
  /** Counts items that were sound but not taken. */
  addLeftOut: (reason: string) => void;
  toManifest: (rest: Pick<BuildManifest, 'files' | 'counts'>, failed: readonly FailedVideo[]) => BuildManifest;
}

export function createManifestFacts(options: BuildOptions, general: readonly string[]): ManifestFacts {
  const bySource = new Map<string, SourceFacts>();
  const leftOut = createTally();
  const notes: string[] = [];
  let isMediaRead = false;

  return {
    addVideo: (result) => {
      const entry: SourceFacts = bySource.get(result.dataset) ?? { videos: 0, unread: 0, labelFiles: new Map(), vocabulary: new Map() };
      bySource.set(result.dataset, entry);
      entry.videos += 1;
      if (!result.isMediaRead) entry.unread += 1;
      for (const { path, sha256 } of result.labelFiles) entry.labelFiles.set(path, sha256);
      for (const [signal, labels] of Object.entries(result.vocabulary)) entry.vocabulary.set(signal, mergeLabels(entry.vocabulary.get(signal) ?? [], labels));
      for (const [reason, count] of Object.entries(result.leftOut)) leftOut.add(reason, count);
      for (const note of result.notes) notes.push(`${result.dataset}/${result.videoId}: ${note}`);
      isMediaRead ||= result.isMediaRead;
    },
    addLeftOut: (reason) => void leftOut.add(reason),
    toManifest: ({ files, counts }, failed) => {
      const sources = [...options.sources].map(({ descriptor }) => descriptor).sort((left, right) => compareText(left.id, right.id));
      const manifest: BuildManifest = {
        schema_version: 1,
        protocol: PROTOCOL,
        versions: isMediaRead ? { ...options.versions, ...options.mediaVersions } : options.versions,
        seed: options.seed,
        config: describeConfig(options),
        sources: sources.map((descriptor) => ({
          ...describeTerms(descriptor),
          videos: bySource.get(descriptor.id)?.videos ?? 0,
          videos_failed: failed.filter(({ dataset }) => dataset === descriptor.id).length,
          label_files: sortEntries(bySource.get(descriptor.id)?.labelFiles).map(([path, sha256]) => ({ path, sha256 })),
          vocabulary: Object.fromEntries(sortEntries(bySource.get(descriptor.id)?.vocabulary)),
        })),
        files,
        counts,
        left_out: leftOut.toRecord(),
        notes: [...general, ...sources.flatMap((descriptor) => describeUnseen(descriptor, bySource.get(descriptor.id)?.unread ?? 0)), ...notes, ...failed.map(({ dataset, videoId, error }) => `${dataset}/${videoId}: left out, ${error.code}`)],
      };
      return buildManifestSchema.parse(manifest);
    },
  };
}

function describeTerms(descriptor: SourceDescriptor): Pick<SourceEntry, 'dataset' | 'licence' | 'citation' | 'access' | 'redistributable' | 'upload_allowed'> {
  const { id, licence, citation, access, redistributable, uploadAllowed } = descriptor;
  return { dataset: id, licence, citation, access, redistributable, upload_allowed: uploadAllowed };
}

/** Said once a data set: what only its pictures would have told. */
function describeUnseen({ id, outOfBody }: SourceDescriptor, unread: number): string[] {
  if (outOfBody === undefined || unread === 0) return [];
  return [`${id}: the media of ${unread} video(s) were not read: where their pictures are ${outOfBody}, from outside the body, is unknown, and items may ask about such moments`];
}

/** Every option that shapes items; no folder, no number of workers. */
function describeConfig(options: BuildOptions): BuildManifest['config'] {
  const sources = [...options.sources].sort((left, right) => compareText(left.descriptor.id, right.descriptor.id));
  return {
    allow_missing_media: options.allowMissingMedia,
    limit: options.limitVideos,
    sources: sources.map(({ descriptor, construction, budget }) => ({ source: descriptor.id, ...construction, ...(budget && { budget: { ...budget } }) })),
  };
}

/** Labels in the order first seen; every video of a data set lists the same vocabulary, a generic source may list parts. */
function mergeLabels(known: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...known, ...more])];
}

function sortEntries<Value>(map: ReadonlyMap<string, Value> | undefined): [string, Value][] {
  return [...(map ?? [])].sort(([left], [right]) => compareText(left, right));
}
