import type { ConstructionOptions } from '@medstream/construction';
import type { SourceDescriptor, Timeline } from '@medstream/schema';

import type { BuildEvent } from './build-report.js';
import type { ItemBudget } from './choose-within-budget.js';
import type { VideoResult } from './video-result.js';

/** One data set to build from. Folders are handed back to the ports and never written anywhere. */
export interface BuildSource {
  descriptor: SourceDescriptor;
  /** What the source was made of, where the caller described one; plain JSON. Absent: a source of the library, known by its id. */
  description?: object;
  /** Folder of the label files. */
  root: string;
  /** Folder below which media paths are read. */
  mediaRoot: string;
  /** Options of the construction stage, defaults included; plain JSON. */
  construction: ConstructionOptions;
  /** How many of the items of all its videos are taken; absent: all. */
  budget?: ItemBudget;
}

/** One video as its source lists it: where its files are, nothing of what they say. Plain JSON. */
export interface ListedVideo {
  dataset: string;
  videoId: string;
  caseId: string;
  /** Relative to the media root. */
  mediaPath: string;
  mediaType: 'video' | 'image' | 'image_sequence';
  isMediaPresent: boolean;
  /** Label files by role, relative to the root. */
  files: Readonly<Record<string, string>>;
}

/** What the result of one video depends on besides options and versions. */
export interface VideoInputs {
  /** Label files below the root with their SHA-256. */
  labels: { path: string; sha256: string }[];
  /** Facts that change when the media file does (size, time of change); null where there is none. Never written to a benchmark. */
  media: Record<string, number | string> | null;
}

/** All that one video's stages need, as plain JSON: it may cross a thread or a broker. */
export interface VideoTask {
  source: BuildSource;
  video: ListedVideo;
  seed: number;
  allowMissingMedia: boolean;
}

/** What the stages of one video ask of the world. */
export interface StagePorts {
  /**
   * Reads labels and media facts of one video.
   * @throws EngineError `source/*` naming file and line; `media/*`
   */
  readTimeline: (task: VideoTask) => Promise<Timeline>;
  /**
   * Where all of the picture has one colour, in microseconds from the first displayed frame. Asked only of media that were
   * read and of data sets that mark pictures from outside the body so; every picture is decoded.
   * @throws EngineError `media/*`
   */
  findBlankSpans: (request: BlankSpansRequest) => Promise<BlankSpans>;
}

export interface BlankSpansRequest {
  mediaRoot: string;
  media: Timeline['media'];
  colour: NonNullable<SourceDescriptor['outOfBody']>;
}

/** Both lists sorted; where `known` does not reach, no picture was looked at. */
export interface BlankSpans {
  spans: { startMicros: number; endMicros: number }[];
  known: { startMicros: number; endMicros: number }[];
}

/** The output folder. Paths are relative POSIX paths inside it. */
export interface OutputFolder {
  /** Names inside a folder ('' is the output folder itself), the lock left out; empty when there is no such folder. */
  list: (folder: string) => Promise<string[]>;
  /** A file's text, or null when there is none. */
  readText: (path: string) => Promise<string | null>;
  /** Whole file or nothing, on disk when it returns. */
  writeText: (path: string, text: string) => Promise<void>;
  /**
   * Commits a file once: whole or not at all, on disk when it returns; false, and nothing changed, where that name was
   * taken. Its folder has to be there.
   */
  createText: (path: string, text: string) => Promise<boolean>;
  /** Makes a folder and those above it; there already is fine. */
  makeFolder: (path: string) => Promise<void>;
  /** One JSON value a line; whole file or nothing, on disk when it returns. */
  writeLines: (path: string, values: AsyncIterable<unknown>) => Promise<{ sha256: string; records: number }>;
  /** Gives a file its final name, replacing what has it. */
  move: (from: string, to: string) => Promise<void>;
  /** Removes a file or a folder with all it holds; nothing there is fine. */
  remove: (path: string) => Promise<void>;
}

/** Videos of several data sets that are known to show one procedure. */
export interface SharedFootage {
  caseId: string;
  reason: string;
  videos: { dataset: string; videoId: string }[];
}

/** What a build asks of the world. */
export interface BuildPorts {
  /** Groups of at least two of the videos, each of one procedure; a group may lie inside one data set. */
  findOverlaps: (videos: readonly { dataset: string; videoId: string }[]) => SharedFootage[];
  listVideos: (source: BuildSource) => Promise<ListedVideo[]>;
  describeInputs: (source: BuildSource, video: ListedVideo) => Promise<VideoInputs>;
  /** Runs the stages of one video, here or elsewhere: {@link runVideoStages} in this thread, a worker thread or a service. */
  runVideo: (task: VideoTask) => Promise<VideoResult>;
  output: OutputFolder;
  report: (event: BuildEvent) => void;
}

/** How to build. */
export interface BuildOptions {
  sources: readonly BuildSource[];
  seed: number;
  /** Only the first so many videos by data set and video id; null for all. */
  limitVideos: number | null;
  /** Videos in work at one time. */
  workers: number;
  allowMissingMedia: boolean;
  /** Versions of everything that shapes items. */
  versions: Record<string, string>;
  /** Versions that matter only where media were read (ffmpeg). */
  mediaVersions: Record<string, string>;
  /** Aborted: no further video is begun, what is committed stays. */
  signal?: AbortSignal;
}
