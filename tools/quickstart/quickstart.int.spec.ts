import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { workspaceRoot } from '../house-rules/list-projects.js';

interface Ended {
  code: number | null;
  lines: string[];
}

function runQuickstart(): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['tools/quickstart.sh'], { cwd: workspaceRoot, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, lines: text.trimEnd().split('\n') }));
  });
}

/** Processes whose command line names the quickstart's folder; `/proc` is there on the machines that run these tests. */
async function findLeftOver(): Promise<string[]> {
  const { readdir, readFile } = await import('node:fs/promises');
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return commands.filter((command) => command.includes(join('tmp', 'quickstart')));
}

describe('tools/quickstart.sh', () => {
  it('builds on request, evaluates by the event, shows results, names the page last and leaves nothing running', async () => {
    const { code, lines } = await runQuickstart();
    expect({ code, tail: code === 0 ? [] : lines.slice(-20) }).toEqual({ code: 0, tail: [] });

    const overall = new Map(lines.filter((line) => /^(demo:shapes|baseline:abstain) /.test(line)).map((line) => [line.split(/\s+/)[0], Number(line.trim().split(/\s{2,}/).at(-2))]));
    // the demo model reads the pictures; abstaining is right only before the evidence
    expect(overall.get('demo:shapes')).toBeGreaterThan((overall.get('baseline:abstain') as number) + 0.3);

    const page = /^the report: (\S+)$/.exec(lines.at(-1) as string)?.[1] as string;
    expect(existsSync(join(workspaceRoot, page))).toBe(true);
    expect(readFileSync(join(workspaceRoot, page), 'utf8')).toContain('demo:shapes');
    expect(await findLeftOver()).toEqual([]);
  }, 600_000);
});
