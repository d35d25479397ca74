import { type BuildReport, countNoun } from '@medstream/building';
import { cleanLine } from '@medstream/schema';

/** What `build --json` prints. */
export function reportBuildAsJson(report: BuildReport): Record<string, unknown> {
  const { manifest, videos, findings, failed } = report;
  return {
    files: manifest?.files ?? [],
    manifest: manifest === null ? null : 'manifest.json',
    videos: { planned: videos.planned, built: videos.built, finished_earlier: videos.finishedEarlier, failed: videos.failed },
    counts: manifest?.counts ?? null,
    left_out: manifest?.left_out ?? {},
    findings,
    failed: failed.map(({ dataset, videoId, error }) => ({ dataset, video_id: videoId, code: error.code, message: error.message, hint: error.hint ?? null })),
  };
}

/** Warnings shown one by one before the rest is counted. */
const SHOWN = 20;

/** What the videos that were built lack, each with its file; those that were not built are told as errors. */
function listWarnings({ manifest, failed }: BuildReport): string[] {
  const told = new Set(failed.map(({ dataset, videoId, error }) => `${dataset}/${videoId}: left out, ${error.code}`));
  const notes = (manifest?.notes ?? []).filter((note) => !told.has(note));
  const more = notes.length > SHOWN ? [`warning: and ${notes.length - SHOWN} more of the kind, see the notes of manifest.json`] : [];
  return [...notes.slice(0, SHOWN).map((note) => `warning: ${cleanLine(note)}`), ...more];
}

/** The closing lines on standard error: what was built, and once more every video that was not. */
export function reportBuildAsText(report: BuildReport, out: string): string {
  const { manifest, videos, failed } = report;
  const lines = [...listWarnings(report), ...failed.flatMap(({ dataset, videoId, error }) => [
    cleanLine(`error ${error.code}: ${dataset}/${videoId}: ${error.message}`),
    ...(error.hint === undefined ? [] : [cleanLine(`how to mend: ${error.hint}`)]),
  ])];
  if (manifest === null) return [...lines, `nothing was built: ${videos.failed} of ${countNoun(videos.planned, 'video')} failed`, ''].join('\n');
  const { items, rejected } = manifest.counts;
  lines.push(`${videos.built} of ${countNoun(videos.planned, 'video')}, ${countNoun(items, 'item')}, ${countNoun(rejected, 'candidate')} rejected: ${manifest.files.map(({ path }) => cleanLine(`${out}/${path}`)).join(', ')}`);
  if (items === 0) lines.push('warning: no item was built; manifest.json counts what was left out, with the reasons');
  if (failed.length > 0) lines.push('mend the failed videos and give the same command again: only those are then built');
  return [...lines, ''].join('\n');
}
