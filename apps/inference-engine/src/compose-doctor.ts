import { randomBytes } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describeDecoder, findFfmpeg } from '@medstream/media';
import { isEngineError } from '@medstream/schema';
import { isNodeNewEnough, NEEDED_NODE_VERSION } from '@medstream/store';

import type { CommandContext } from './command-context.js';

/** Less than this and a run over real videos soon stops. */
const LOW_DISK_BYTES = 2e9;

/** What `doctor --json` prints. */
export interface Machine {
  /** Whether everything that a run needs is there. */
  ready: boolean;
  engine: string;
  checks: { name: string; is_good: boolean; found: string; how_to_mend?: string }[];
}

export async function inspectMachine({ environment, engineVersion }: Pick<CommandContext, 'environment' | 'engineVersion'>): Promise<Machine> {
  const checks = [checkNode(process.versions.node), await checkFfmpeg(environment.ffmpegPath), { name: 'sharp', is_good: true, found: describeDecoder(null).sharp }, await checkCache(environment.cacheFolder), await checkDisk(environment.cacheFolder)];
  return { ready: checks.every((check) => check.is_good || check.name === 'free disk'), engine: engineVersion, checks };
}

export function describeMachine({ engine, checks }: Machine): string {
  const lines = checks.flatMap(({ name, is_good: isGood, found, how_to_mend: hint }) => [`${name.padEnd(14)}${isGood ? 'ok   ' : 'lacks'}  ${found}`, ...(hint === undefined ? [] : [`${''.padEnd(21)}how to mend: ${hint}`])]);
  return `${['medstream-eval'.padEnd(21), engine].join('')}\n${lines.join('\n')}\n`;
}

type Check = Machine['checks'][number];

/** @param version as Node states it: `20.19.1` */
export function checkNode(version: string): Check {
  const isGood = isNodeNewEnough(version);
  return { name: 'node', is_good: isGood, found: version, ...(isGood ? {} : { how_to_mend: `install Node ${NEEDED_NODE_VERSION} or newer` }) };
}

async function checkFfmpeg(ffmpegPath: string | undefined): Promise<Check> {
  try {
    const { path, version } = await findFfmpeg({ ffmpegPath });
    return { name: 'ffmpeg', is_good: true, found: `${version} (${path})` };
  } catch (error) {
    if (!isEngineError(error, 'media/ffmpeg-missing')) throw error;
    return { name: 'ffmpeg', is_good: false, found: error.message, ...(error.hint === undefined ? {} : { how_to_mend: error.hint }) };
  }
}

async function checkCache(folder: string): Promise<Check> {
  const probe = join(folder, `.doctor-${randomBytes(8).toString('hex')}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(probe, '');
    await rm(probe);
    return { name: 'cache', is_good: true, found: folder };
  } catch (error) {
    return { name: 'cache', is_good: false, found: `${folder} cannot be written (${(error as Error).message})`, how_to_mend: 'set MEDSTREAM_CACHE, or give --cache, to a folder that can be written' };
  }
}

async function checkDisk(folder: string): Promise<Check> {
  const disk = await statfs(folder).catch(() => null);
  if (disk === null) return { name: 'free disk', is_good: false, found: `unknown: ${folder} is not there` };
  const bytes = disk.bavail * disk.bsize;
  const isGood = bytes >= LOW_DISK_BYTES;
  return { name: 'free disk', is_good: isGood, found: `${(bytes / 1e9).toFixed(1)} GB`, ...(isGood ? {} : { how_to_mend: 'frames of long videos take space: free some, or give --cache on another disk' }) };
}
