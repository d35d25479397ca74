import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const reportUsage = fileURLToPath(new URL('./report-usage.mjs', import.meta.url));

/** Runs one program to its end: wall time, processor time, peak memory (the kernel's record) and what it printed. Any of `exits` is a good end. */
export function runMeasured(command, args, { exits = [0] } = {}) {
  const started = performance.now();
  const isNode = command === process.execPath;
  const child = spawn(command, isNode ? ['--import', reportUsage, ...args] : args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const told = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (told.out = (told.out + text).slice(-100_000)));
  child.stderr.setEncoding('utf8').on('data', (text) => (told.error = (told.error + text).slice(-100_000)));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      const usage = /^usage (\{.*\})$/m.exec(told.error);
      if (!exits.includes(code) || usage === null) return reject(new Error(`${command} ${args.join(' ')} ended with ${code}: ${told.error.slice(-2000)}`));
      resolve({ seconds: (performance.now() - started) / 1000, ...JSON.parse(usage[1]), output: told.out });
    });
  });
}

export function medianOf(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/** Prints a result as JSON and writes it where it is wanted. */
export async function writeResult(result, file) {
  const text = `${JSON.stringify(result, null, 2)}\n`;
  process.stdout.write(text);
  if (file === undefined) return;
  const { mkdir, writeFile } = await import('node:fs/promises');
  const { dirname } = await import('node:path');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
