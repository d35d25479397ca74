import type { BuildReport } from '@medstream/building';

import { toOneLine } from './describe-failure.js';

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

/** The closing lines on standard error: what was built, and once more every video that was not. */
export function reportBuildAsText(report: BuildReport, out: string): string {
  const { manifest, videos, failed } = report;
  const lines = failed.flatMap(({ dataset, videoId, error }) => [
    `error ${error.code}: ${dataset}/${videoId}: ${toOneLine(error.message)}`,
    ...(error.hint === undefined ? [] : [`how to mend: ${toOneLine(error.hint)}`]),
  ]);
  if (manifest === null) return [...lines, `nothing was built: ${videos.failed} of ${videos.planned} videos failed`, ''].join('\n');
  const { items, rejected } = manifest.counts;
  lines.push(`${videos.built} of ${videos.planned} videos, ${items} items, ${rejected} candidates rejected: ${manifest.files.map(({ path }) => `${out}/${path}`).join(', ')}`);
  if (items === 0) lines.push('warning: no item was built; manifest.json counts what was left out, with the reasons');
  if (failed.length > 0) lines.push('mend the failed videos and give the same command again: only those are then built');
  return [...lines, ''].join('\n');
}
