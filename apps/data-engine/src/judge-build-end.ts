import type { BuildStatus } from '@medstream/building';
import { cleanLine, ERROR_CLASSES, type EventData, type MedstreamEvent, SUBJECTS } from '@medstream/schema';

/** What `submit` ends with, and what it says before. */
export interface JudgedEnd {
  exitCode: number;
  lines: string[];
}

type Failed = EventData[typeof SUBJECTS.buildFailed];
type Materialised = EventData[typeof SUBJECTS.benchmarkMaterialised];

/** What the status says beyond the event of the end; null where no service answered, or not with the status of an ended build. */
export type KnownEnd = Pick<BuildStatus, 'videos'> & { exit_code: number };

/**
 * The end of a build as the command `build` would have told it. The event of a benchmark says nothing of videos that
 * failed: where nobody answers about them either, the end is not taken for a good one.
 */
export function judgeBuildEnd(event: Pick<MedstreamEvent, 'type' | 'data'>, status: KnownEnd | null): JudgedEnd {
  if (event.type === SUBJECTS.buildFailed) {
    const { code, message } = event.data as Failed;
    const known = code in ERROR_CLASSES ? ERROR_CLASSES[code as keyof typeof ERROR_CLASSES].exit : 1;
    return { exitCode: code === 'bus/conflicting-request' ? known : (status?.exit_code ?? known), lines: [`error ${code}: ${cleanLine(message)}`] };
  }
  const { build_id: id, files, manifest } = event.data as Materialised;
  const lines = files.map(({ path, items }) => `${cleanLine(path)}: ${items} items`);
  if (status === null) {
    const unknown = `error bus/timed-out: the benchmark is there, but no service says whether all videos of ${id} were built; the same command asks again, and the notes in ${cleanLine(manifest)} name videos that failed`;
    return { exitCode: ERROR_CLASSES['bus/timed-out'].exit, lines: [...lines, unknown] };
  }
  const failed = status.videos?.failed ?? 0;
  if (failed > 0) lines.push(`${failed} of ${status.videos?.planned ?? failed} videos failed: see the notes in ${cleanLine(manifest)}`);
  return { exitCode: status.exit_code, lines };
}

/** Reads the answer to a status question; null for any other than that of an ended build. */
export function readKnownEnd(answer: unknown): KnownEnd | null {
  if (typeof answer !== 'object' || answer === null || !('exit_code' in answer) || typeof answer.exit_code !== 'number') return null;
  return answer as KnownEnd;
}
