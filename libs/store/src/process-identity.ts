import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** What tells one process from every other, also when its number is used again. */
export interface ProcessIdentity {
  pid: number;
  /** Clock ticks from boot to the start of the process (/proc/PID/stat, field 22); null where the system does not say. */
  startTicks: number | null;
  /** Where the pid means something: one boot of one machine and one pid namespace (container). */
  place: string;
}

/** The identity of this very process. */
export function identifyThisProcess(): ProcessIdentity {
  return { pid: process.pid, startTicks: readStartTicks(process.pid), place: describePlace() };
}

/**
 * Whether a process still runs; a killed one whose parent has not taken notice yet (a zombie) does not. `unknown` when this one cannot see it (another machine or container) or when the system
 * does not tell whether the number was given to a newer process.
 */
export function judgeProcess(identity: ProcessIdentity): 'running' | 'gone' | 'unknown' {
  if (identity.place !== describePlace()) return 'unknown';
  if (!isPidInUse(identity.pid)) return 'gone';
  const { state, startTicks } = readProcessStat(identity.pid);
  // a zombie has ended and writes nothing any more; its number stays in use until its parent, who may never, takes notice
  if (state === 'Z' || state === 'X') return 'gone';
  if (startTicks === null || identity.startTicks === null) return 'unknown';
  return startTicks === identity.startTicks ? 'running' : 'gone';
}

/** See {@link ProcessIdentity.startTicks}. */
export function readStartTicks(pid: number): number | null {
  return readProcessStat(pid).startTicks;
}

/** Fields 3 and 22 of /proc/PID/stat; the name in field 2 may hold spaces and brackets, so count from its last bracket. */
function readProcessStat(pid: number): { state: string | null; startTicks: number | null } {
  const stat = readTextOrNull(`/proc/${pid}/stat`);
  if (stat === null) return { state: null, startTicks: null };
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[19]);
  return { state: fields[0] ?? null, startTicks: Number.isSafeInteger(ticks) ? ticks : null };
}

function isPidInUse(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there and belongs to somebody else
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function describePlace(): string {
  const bootId = readTextOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? hostname();
  return `${bootId} ${readPidNamespace() ?? hostname()}`;
}

function readPidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

function readTextOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
