import type { SourceDescriptor, Timeline } from '@medstream/schema';

/** One video or image sequence of a copy of a data set: where its files are, nothing of what they say. */
export interface SourceVideo {
  dataset: string;
  /** Stem of the label or media file, e.g. `video01`, `VID73`, `BBP01`. */
  videoId: string;
  /** Patient or procedure, the unit of splits; videos of one procedure in two data sets share it. */
  caseId: string;
  /** Relative to the media root; the official place where the media are absent. */
  mediaPath: string;
  mediaType: 'video' | 'image' | 'image_sequence';
  isMediaPresent: boolean;
  /** Label files by role (`phase`, `tool`, `labels`), relative to the root, POSIX. */
  files: Readonly<Record<string, string>>;
}

/** Facts of one medium that the media library reads; null where it cannot say. Times are relative to the first displayed frame. */
export interface ProbedMedia {
  lastFrameMicros: number | null;
  frameRate: number | null;
  width: number | null;
  height: number | null;
}

/** An upright still picture: rows from the top, three bytes (RGB) a pixel. */
export interface DecodedPicture {
  width: number;
  height: number;
  rgb: Uint8Array;
}

/** What reading one video needs from outside. */
export interface SourceContext {
  /** Folder of the labels (`--root`). */
  root: string;
  /** Folder that media paths are relative to (`--media-root`, else the root). */
  mediaRoot: string;
  /** Called only for media that are there; null means nothing is known of them. */
  probeMedia: (mediaPath: string) => Promise<ProbedMedia | null>;
  /**
   * Reads the pixels of a label that is a picture (PNG, TIFF, JPEG).
   *
   * @throws EngineError `media/undecodable`, `media/limit`
   */
  decodeImage: (bytes: Uint8Array) => Promise<DecodedPicture>;
}

export interface ListOptions {
  /** Absent: the root itself. */
  mediaRoot?: string;
}

/** Writes one H.264 file from RGB pictures (3 bytes a pixel, row by row). */
export type EncodeVideo = (request: {
  width: number;
  height: number;
  fps: number;
  frames: Iterable<Uint8Array>;
  outFile: string;
}) => Promise<unknown>;

export interface ExampleContext {
  encodeVideo: EncodeVideo;
}

/** One data set: how its native files become timelines. */
export interface Source {
  readonly descriptor: SourceDescriptor;
  /**
   * Finds the videos of a copy, sorted by number, without reading labels.
   *
   * @throws EngineError `source/bad-layout` when nothing of the data set is there
   */
  listVideos(root: string, options?: ListOptions): Promise<SourceVideo[]>;
  /**
   * Reads the labels of one video.
   *
   * @throws EngineError `source/bad-label`, `source/time-base-mismatch`; other videos are not touched by it
   */
  readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline>;
  /** Writes a tiny invented copy in the native layout, with media: `dir` is then a valid root. Same bytes of labels each time. */
  writeExample(dir: string, context: ExampleContext): Promise<void>;
}
