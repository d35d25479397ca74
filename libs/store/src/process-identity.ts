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
 * Whether a process still runs: `unknown` when this one cannot see it (another machine or container) or when the system
 * does not tell whether the number was given to a newer process.
 */
export function judgeProcess(identity: ProcessIdentity): 'running' | 'gone' | 'unknown' {
  if (identity.place !== describePlace()) return 'unknown';
  if (!isPidInUse(identity.pid)) return 'gone';
  const startTicks = readStartTicks(identity.pid);
  if (startTicks === null || identity.startTicks === null) return 'unknown';
  return startTicks === identity.startTicks ? 'running' : 'gone';
}

/** Field 22 of /proc/PID/stat; the name in field 2 may hold spaces and brackets, so count from its last bracket. */
export function readStartTicks(pid: number): number | null {
  const stat = readTextOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  return Number.isSafeInteger(ticks) ? ticks : null;
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
