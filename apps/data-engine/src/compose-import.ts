import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

import { importBenchmark, type ImportFormatName, type ImportPorts, type ImportReport, openImportFormat, renderImportReport } from '@medstream/building';
import { EngineError, type ExitCode, isEngineError, stringifyJsonDocument } from '@medstream/schema';
import { caseIdOf, listSources } from '@medstream/sources';
import { listItemFiles, lockFolder, scanJsonFile } from '@medstream/store';

import { composeMediaProbe } from './compose-media-probe.js';
import { composeOutputFolder } from './compose-output-folder.js';
import { readEnvironment } from './config.js';
import { describeTextFile } from './describe-text-file.js';
import { readFieldAliases } from './read-field-aliases.js';
import { listVersions } from './versions.js';

export interface ImportRequest {
  format: ImportFormatName;
  root: string;
  out: string;
  /** File that says under which names fields stand; null for our own names. */
  roundsAlias: string | null;
  json: boolean;
}

/**
 * Runs the command `import`; the text belongs on standard output.
 *
 * @throws EngineError `usage/*`, `input/no-items`, `input/unreadable`, `config/*` for the file of names, `store/*`,
 *   `media/ffmpeg-missing`
 */
export async function runImport({ format, root, out, roundsAlias, json }: ImportRequest): Promise<{ text: string; exitCode: ExitCode }> {
  await assertFolder(root);
  if (resolve(root) === resolve(out)) throw new EngineError('usage/bad-argument', '--out is the folder that is read', { hint: 'name another folder with --out' });
  const aliases = roundsAlias === null ? {} : await readFieldAliases(roundsAlias);
  const files = (await listItemFiles([root])).map((file) => basename(file));
  const lock = await lockFolder(out);
  try {
    const ports = composePorts(root, out);
    const report = await importBenchmark(ports, openImportFormat(format, { ports, aliases }), { files, versions: listVersions() });
    for (const warning of report.warnings) process.stderr.write(`warning: ${warning}\n`);
    return { text: json ? stringifyJsonDocument(report) : renderImportReport(report), exitCode: decideExitCode(report) };
  } finally {
    await lock.release();
  }
}

/** Contracts, section 2: 1 for unreadable inputs; 3 only where nothing could be written for want of media. */
function decideExitCode({ written, unreadable, findings }: ImportReport): ExitCode {
  if (unreadable > 0) return 1;
  const reasons = Object.keys(findings.rejected);
  return written === 0 && reasons.length > 0 && reasons.every((code) => code === 'media/missing') ? 3 : 0;
}

function composePorts(root: string, out: string): ImportPorts {
  const probe = composeMediaProbe({ ffmpegPath: readEnvironment().ffmpegPath });
  const clips = new Map<string, Promise<number | null>>();
  const known = new Map(listSources().flatMap(({ descriptor }) => [descriptor.id, ...descriptor.aliases].map((name) => [name.toLowerCase(), descriptor] as const)));
  const readClip = async (mediaPath: string): Promise<number | null> => {
    try {
      const { lastFrameMicros, lastFrameDurationMicros } = await probe(root, mediaPath);
      return lastFrameMicros + (lastFrameDurationMicros ?? 0);
    } catch (error) {
      if (isEngineError(error, 'media/missing')) return null;
      throw error;
    }
  };
  return {
    readRecords: (file) => scanJsonFile(join(root, file)),
    describeFile: async (file) => describeTextFile(join(root, file)),
    // one clip serves several records
    readClipMicros: (mediaPath) => {
      const answer = clips.get(mediaPath) ?? readClip(mediaPath);
      clips.set(mediaPath, answer);
      return answer;
    },
    describeDataset: (dataset) => known.get(dataset.toLowerCase()) ?? null,
    caseIdOf,
    output: composeOutputFolder(out),
  };
}

async function assertFolder(folder: string): Promise<void> {
  const isFolder = await stat(folder).then((entry) => entry.isDirectory(), () => false);
  if (!isFolder) throw new EngineError('usage/missing-root', `the root ${folder} is not a folder that exists`, { hint: 'check the path' });
}
