import type { BuildManifest, EngineError, ErrorCode, ExitCode } from '@medstream/schema';

/** A video whose labels or media could not be used; the others are built without it. */
export interface FailedVideo {
  dataset: string;
  videoId: string;
  error: EngineError;
}

/** What a build says while it goes. */
export type BuildEvent =
  | { kind: 'planned'; videos: number; finishedEarlier: number }
  | { kind: 'video-built'; dataset: string; videoId: string; accepted: number; rejected: number }
  | { kind: 'video-failed'; dataset: string; videoId: string; code: ErrorCode; message: string; hint: string | undefined }
  | { kind: 'overlap'; message: string }
  | { kind: 'materialising'; videos: number };

/** What a build ended with. */
export interface BuildReport {
  /** Null when no video could be built: the output folder is then as it was. */
  manifest: BuildManifest | null;
  videos: { planned: number; built: number; finishedEarlier: number; failed: number };
  /** Findings by code, of accepted items and of rejected candidates. */
  findings: Record<string, number>;
  failed: FailedVideo[];
  /** 0 all built; 1 some video failed; 3 none was built and each for something the machine lacks. */
  exitCode: ExitCode;
}

/** Contracts, section 2: unreadable inputs end with 1; with 3 only where nothing could be built for want of media. */
export function decideExitCode(built: number, failed: readonly FailedVideo[]): ExitCode {
  if (failed.length === 0) return 0;
  return built === 0 && failed.every(({ error }) => error.exitCode === 3) ? 3 : 1;
}
