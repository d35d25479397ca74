import { spawnSync } from 'node:child_process';

/**
 * Runs a program to its end.
 *
 * @returns its output, wall-clock seconds, and the seconds of processor time of it and of all it started: the latter
 *   compares programs even where others use the machine
 */
export function measureProcess(program, args) {
  const started = performance.now();
  const child = spawnSync('/bin/sh', ['-c', '"$0" "$@"; code=$?; times >&2; exit $code', program, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const seconds = (performance.now() - started) / 1000;
  if (child.status !== 0) throw new Error(`${program} ended with ${child.status}: ${child.stderr}`);
  // the last line: user and system time of children, as 1m2.5s
  const times = child.stderr.trim().split('\n').at(-1).split(' ');
  const cpuSeconds = times.reduce((sum, time) => {
    const [, minutes, rest] = /^(\d+)m([\d.]+)s$/.exec(time);
    return sum + Number(minutes) * 60 + Number(rest);
  }, 0);
  return { output: child.stdout, seconds, cpuSeconds };
}
