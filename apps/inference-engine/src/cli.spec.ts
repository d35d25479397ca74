import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../bin/medstream-eval.js', import.meta.url));

/** Runs the built command (`npx tsc -b` first), as a user does. */
function run(file: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' } });
  return { status, stdout, stderr };
}

describe('medstream-eval', () => {
  it('states its version', () => {
    expect(run(bin, '--version')).toEqual({ status: 0, stdout: '0.1.0\n', stderr: '' });
  });

  it('says what to run when it is not built, with the exit code of a machine that lacks something', () => {
    const clone = mkdtempSync(join(tmpdir(), 'medstream-unbuilt-'));
    try {
      const unbuilt = join(clone, 'bin', 'medstream-eval.mjs');
      cpSync(bin, unbuilt);
      expect(run(unbuilt, '--version')).toEqual({ status: 3, stdout: '', stderr: 'medstream-eval: not built yet; run tools/setup.sh once\n' });
    } finally {
      rmSync(clone, { recursive: true });
    }
  });
});
