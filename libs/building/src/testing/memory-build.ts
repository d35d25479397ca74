import { constructionOptionsSchema } from '@medstream/construction';
import { type BenchmarkItem, EngineError, hashText, type SourceDescriptor, stringifyJsonLine } from '@medstream/schema';

import type { BuildOptions, BuildPorts, BuildSource, ListedVideo, OutputFolder, VideoTask } from '../build-ports.js';
import type { BuildEvent } from '../build-report.js';
import type { VideoResult } from '../video-result.js';

// An invented data set and an output folder in memory, for the tests of this library.

export interface MemoryOutput extends OutputFolder {
  files: Map<string, string>;
}

export function createMemoryOutput(): MemoryOutput {
  const files = new Map<string, string>();
  const folders = new Set<string>();
  const write = async (path: string, text: string): Promise<void> => void files.set(path, text);
  return {
    files,
    list: async (folder) => {
      const prefix = folder === '' ? '' : `${folder}/`;
      const inside = [...files.keys()].filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length).split('/')[0] as string);
      return [...new Set(inside)].sort();
    },
    readText: async (path) => files.get(path) ?? null,
    writeText: write,
    createText: async (path, text) => {
      if (!folders.has(path.slice(0, path.lastIndexOf('/')))) throw new EngineError('store/not-writable', `there is no folder for ${path}`);
      if (files.has(path)) return false;
      await write(path, text);
      return true;
    },
    makeFolder: async (path) => void folders.add(path),
    writeLines: async (path, values) => {
      const lines: string[] = [];
      for await (const value of values) lines.push(`${stringifyJsonLine(value)}\n`);
      await write(path, lines.join(''));
      return { sha256: hashText(lines.join('')), records: lines.length };
    },
    move: async (from, to) => {
      const text = files.get(from);
      if (text === undefined) throw new Error(`there is no ${from} to move`);
      files.delete(from);
      files.set(to, text);
    },
    remove: async (path) => {
      for (const kept of [files, folders]) for (const name of kept.keys()) if (name === path || name.startsWith(`${path}/`)) kept.delete(name);
    },
  };
}

const descriptor: SourceDescriptor = {
  id: 'toyset',
  aliases: [],
  title: 'an invented data set',
  organ: 'gallbladder',
  access: 'invented',
  licence: 'CC0-1.0',
  citation: 'none',
  redistributable: true,
  uploadAllowed: true,
  tracks: ['phase'],
  layout: ['labels/video01.txt'],
};

export const TOY_SOURCE: BuildSource = { descriptor, root: 'root', mediaRoot: 'media', construction: constructionOptionsSchema.parse({}) };

export function listToyVideos(count: number): ListedVideo[] {
  return Array.from({ length: count }, (_, index) => {
    const videoId = `video0${index + 1}`;
    return { dataset: 'toyset', videoId, caseId: `toyset/${videoId}`, mediaPath: `${videoId}.mp4`, mediaType: 'video', isMediaPresent: true, files: { phase: `labels/${videoId}.txt` } };
  });
}

/** A sound single-turn item; `serial` makes it different from its neighbours of the same video. */
export function makeToyItem(videoId: string, serial: number): BenchmarkItem {
  const queryTime = 40 + serial;
  return {
    schema_version: 1,
    sample_id: `toyset-${videoId}-${serial}`,
    dataset: 'toyset',
    video_id: videoId,
    case_id: `toyset/${videoId}`,
    organ: 'gallbladder',
    media_path: `${videoId}.mp4`,
    media_type: 'video',
    task: 'phase_now',
    task_mode: 'single_turn',
    temporal_mode: 'present',
    question_type: 'closed',
    question: 'Which phase of the operation is shown at the end of the window?',
    choices: ['Preparation', 'Dissection'],
    answer: serial % 2 === 0 ? 'Preparation' : 'Dissection',
    query_time: queryTime,
    context_window_sec: 30,
    input_range: [queryTime - 30, queryTime],
    response_protocol: 'unanswerable | answer',
    label_source: 'original_annotation',
    provenance: { sources: [{ path: `labels/${videoId}.txt`, sha256: hashText(videoId) }], signal: 'phase', builder: 'present', builder_version: '1', template: 'phase_now/1' },
  };
}

export function makeToyResult(videoId: string, items: BenchmarkItem[]): VideoResult {
  return {
    dataset: 'toyset',
    videoId,
    labelFiles: [{ path: `labels/${videoId}.txt`, sha256: hashText(videoId) }],
    vocabulary: { phase: ['Preparation', 'Dissection'] },
    notes: [],
    isMediaRead: true,
    leftOut: { unlabelled: 2 },
    accepted: items.map((item) => ({ item, findings: [] })),
    rejected: [],
  };
}

export interface MemoryBuild {
  ports: BuildPorts;
  output: MemoryOutput;
  /** Videos whose stages were run, in the order begun. */
  ran: string[];
  events: BuildEvent[];
}

/** Ports over {@link createMemoryOutput}; each video has two sound items unless `runVideo` says otherwise. */
export function createMemoryBuild(overrides: { videos?: number; output?: MemoryOutput; runVideo?: (task: VideoTask) => Promise<VideoResult> } = {}): MemoryBuild {
  const output = overrides.output ?? createMemoryOutput();
  const ran: string[] = [];
  const events: BuildEvent[] = [];
  const runVideo = overrides.runVideo ?? (async ({ video: { videoId } }) => makeToyResult(videoId, [makeToyItem(videoId, 0), makeToyItem(videoId, 1)]));
  return {
    output,
    ran,
    events,
    ports: {
      listVideos: async () => listToyVideos(overrides.videos ?? 3),
      findOverlaps: () => [],
      describeInputs: async (_source, { videoId }) => ({ labels: [{ path: `labels/${videoId}.txt`, sha256: hashText(videoId) }], media: null }),
      runVideo: async (task) => {
        ran.push(task.video.videoId);
        return runVideo(task);
      },
      output,
      report: (event) => void events.push(event),
    },
  };
}

export const TOY_OPTIONS: BuildOptions = {
  sources: [TOY_SOURCE],
  seed: 1,
  limitVideos: null,
  workers: 1,
  allowMissingMedia: false,
  versions: { engine: '0.1.0' },
  mediaVersions: { ffmpeg: '5.1' },
};

/** What a source says of a label row that it cannot read. */
export function badLabel(videoId: string): EngineError {
  return new EngineError('source/bad-label', `labels/${videoId}.txt line 7: expected a frame number, found "x"`, { hint: 'fetch the file again' });
}
