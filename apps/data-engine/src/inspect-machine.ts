import { access, constants, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import { isNodeNewEnough, NEEDED_NODE_VERSION } from '@medstream/store';

import { readEnvironment } from './config.js';
import { ENGINE_VERSION } from './engine-version.js';

interface Missing {
  missing: string;
  how_to_mend: string;
}

/** What `doctor --json` prints. `ready` is whether everything that builds need is there. */
export interface Machine {
  ready: boolean;
  engine: string;
  node: { version: string; is_new_enough: boolean };
  ffmpeg: { path: string; version: string } | Missing;
  sharp: { version: string } | Missing;
  free_disk_bytes: { folder: string; bytes: number };
  /** Needed by the service only. */
  nats_server: { path: string } | null;
}

export async function inspectMachine(): Promise<Machine> {
  const environment = readEnvironment();
  const { ffmpeg, sharp } = await inspectDecoders(environment.ffmpegPath);
  const node = { version: process.versions.node, is_new_enough: isNodeNewEnough(process.versions.node) };
  const disk = await statfs(process.cwd());
  const natsServer = await findExecutable('nats-server', environment.executableFolders);
  return {
    ready: node.is_new_enough && 'version' in ffmpeg && 'version' in sharp,
    engine: ENGINE_VERSION,
    node,
    ffmpeg,
    sharp,
    free_disk_bytes: { folder: process.cwd(), bytes: disk.bavail * disk.bsize },
    nats_server: natsServer === null ? null : { path: natsServer },
  };
}

/** The media library is loaded here, so that a sharp that cannot be loaded is told like anything else that is missing. */
async function inspectDecoders(ffmpegPath: string | null): Promise<Pick<Machine, 'ffmpeg' | 'sharp'>> {
  try {
    const { inspectFfmpeg, readSharpVersion } = await import('./inspect-decoders.js');
    return { ffmpeg: await inspectFfmpeg({ ffmpegPath }), sharp: { version: readSharpVersion() } };
  } catch (error) {
    const missing = { missing: `the media library cannot be loaded: ${(error as Error).message.split('\n')[0]}`, how_to_mend: 'install the packages again on this machine (tools/setup.sh)' };
    return { ffmpeg: missing, sharp: missing };
  }
}

async function findExecutable(name: string, folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(() => true, () => false);
    if (isThere) return path;
  }
  return null;
}

export function renderMachine(machine: Machine): string {
  const { node, ffmpeg, sharp, free_disk_bytes, nats_server } = machine;
  const lines = [
    `medstream-data  ${machine.engine}`,
    `node            ${node.version}${node.is_new_enough ? '' : `: too old, ${NEEDED_NODE_VERSION} is needed`}`,
    ...('version' in ffmpeg ? [`ffmpeg          ${ffmpeg.version} (${ffmpeg.path})`] : renderMissing('ffmpeg          ', ffmpeg)),
    ...('version' in sharp ? [`sharp           ${sharp.version}`] : renderMissing('sharp           ', sharp)),
    `free disk       ${(free_disk_bytes.bytes / 1e9).toFixed(1)} GB in ${free_disk_bytes.folder}`,
    `nats-server     ${nats_server === null ? 'not found; the commands do without, a service on this machine needs one somewhere' : nats_server.path}`,
  ];
  return `${lines.join('\n')}\n`;
}

function renderMissing(name: string, { missing, how_to_mend }: Missing): string[] {
  return [`${name}missing: ${missing}`, `                how to mend: ${how_to_mend}`];
}
