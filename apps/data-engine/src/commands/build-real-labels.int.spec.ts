import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';
import { buildManifestSchema, TEMPORAL_MODES, validationReportSchema } from '@medstream/schema';
import { makeTemporaryFolder } from '@medstream/testing';

// commands are started as processes, on machines that may be busy
jest.setTimeout(300_000);

const bin = fileURLToPath(new URL('../../bin/medstream-data.js', import.meta.url));
const shared = resolve(process.env['MEDSTREAM_SHARED'] ?? join(import.meta.dirname, '../../../../../shared'), 'data/labels');
const TASK_MODES_OF = { retrospective: ['single_turn'], present: ['single_turn'], future: ['single_turn', 'streaming'], proactive: ['streaming'] } as const;

function run(...args: string[]) {
  return spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
}

describe.each([
  ['multibypass140', ['phase', 'step']],
  ['cholect50', ['phase', 'tool']],
])('real labels of %s, without media', (name, signals) => {
  const root = join(shared, name);
  const isThere = existsSync(root);

  it(isThere ? 'build in all temporal modes and validate without an error' : `ABSENT, nothing was checked: ${root}`, async () => {
    if (!isThere) return;
    const scratch = await makeTemporaryFolder();
    try {
      const out = join(scratch.path, 'out');
      const refused = run('build', '--source', name, '--root', root, '--out', out);
      expect({ status: refused.status, names: refused.stderr.includes('error media/missing') }).toEqual({ status: 3, names: true });
      const built = run('build', '--source', name, '--root', root, '--out', out, '--allow-missing-media', '--json');
      expect({ status: built.status, stderr: built.status === 0 ? '' : built.stderr }).toEqual({ status: 0, stderr: '' });
      const manifest = buildManifestSchema.parse(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')));
      expect(Object.keys(manifest.counts.by_mode)).toEqual([...TEMPORAL_MODES].sort());
      expect(Object.keys(manifest.counts.by_task_mode)).toEqual(['single_turn', 'streaming']);
      for (const signal of signals) expect(Object.keys(manifest.counts.by_task).some((task) => task.startsWith(signal))).toBe(true);
      expect(manifest.versions['ffmpeg']).toBeUndefined();
      expect(Object.keys(manifest.left_out).length).toBeGreaterThan(0);

      const items = readFileSync(join(out, manifest.files[0]?.path ?? ''), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
      for (const item of items) expect(TASK_MODES_OF[item['temporal_mode'] as keyof typeof TASK_MODES_OF]).toContain(item['task_mode']);

      const checked = run('validate', out, '--json');
      const report = validationReportSchema.parse(JSON.parse(checked.stdout));
      expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect({ status: checked.status, items: report.items }).toEqual({ status: 0, items: items.length });
    } finally {
      await scratch.remove();
    }
  });
});
