import { type BuildEvent, countNoun } from '@medstream/building';
import { cleanLine } from '@medstream/schema';
import type { SingleBar } from 'cli-progress';

import type { LookedThrough } from './compose-stages.js';

/** Where there is no terminal, a line comes at most so often. */
const LINE_EVERY_MS = 10_000;

/** Tells people how far a build is. */
export interface BuildProgress {
  report: (event: BuildEvent) => void;
  /** How far the pictures of one video are looked through: a build of one long video would else say nothing for minutes. */
  lookedThrough: (event: LookedThrough) => void;
  /** A line beside the events. */
  note: (text: string) => void;
  stop: () => void;
}

/** A bar on a terminal, plain lines anywhere else; on standard error, so that standard output stays for results. */
export async function createBuildProgress(stream: NodeJS.WriteStream, now: () => number = () => performance.now()): Promise<BuildProgress> {
  const bar = stream.isTTY ? await createBar(stream) : null;
  let planned = 0;
  let done = 0;
  let lineAtMs = now();
  const write = (text: string): void => {
    if (bar?.isActive === true) bar.stop();
    stream.write(`${cleanLine(text)}\n`);
    lineAtMs = now();
    if (bar !== null && planned > 0 && done < planned) bar.start(planned, done, { looking: '' });
  };
  const report = (event: BuildEvent): void => {
    if (event.kind === 'planned') {
      planned = event.videos;
      done += event.finishedEarlier;
      write(`${countNoun(event.videos, 'video')}${event.finishedEarlier > 0 ? `, ${event.finishedEarlier} finished earlier` : ''}`);
      return;
    }
    if (event.kind === 'overlap') {
      write(`warning: ${event.message}`);
      return;
    }
    if (event.kind === 'materialising') {
      write(`writing the benchmark of ${countNoun(event.videos, 'video')}`);
      return;
    }
    done += 1;
    const name = `${event.dataset}/${event.videoId}`;
    // what and why is told once, in the end
    if (event.kind === 'video-failed') write(`[${done}/${planned}] ${name}: failed, ${event.code}`);
    else if (bar === null) write(`[${done}/${planned}] ${name}: ${countNoun(event.accepted, 'item')}, ${event.rejected} rejected`);
    else bar.update(done, { looking: '' });
  };
  const lookedThrough = ({ mediaPath, colour, share }: LookedThrough): void => {
    const looking = `${mediaPath}: ${Math.floor(share * 100)} % looked through for ${colour} pictures`;
    if (bar?.isActive === true) bar.update({ looking: `; ${cleanLine(looking)}` });
    else if (bar === null && now() - lineAtMs >= LINE_EVERY_MS) write(looking);
  };
  return {
    report,
    lookedThrough,
    note: write,
    stop: () => {
      planned = 0;
      bar?.stop();
    },
  };
}

async function createBar(stream: NodeJS.WriteStream): Promise<SingleBar & { isActive?: boolean }> {
  const { default: progress } = await import('cli-progress');
  return new progress.SingleBar({ stream, format: '{bar} {value}/{total} videos, {eta_formatted} left{looking}', clearOnComplete: true }, progress.Presets.shades_classic);
}
