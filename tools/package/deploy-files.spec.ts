import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { listProjects, readText, workspaceRoot } from '../house-rules/list-projects.js';

// No container engine takes part: what the files of deploy/ say is followed to where it points.
interface Service {
  image: string;
  command?: string[];
  build?: { context: string; dockerfile: string };
  environment: Record<string, string | null>;
  volumes: string[];
  depends_on?: Record<string, unknown>;
}
const { parse } = createRequire(join(workspaceRoot, 'apps/data-engine/package.json'))('yaml') as { parse: (text: string) => unknown };
const composeText = readText('deploy/compose.yaml');
const compose = parse(composeText) as { services: Record<string, Service>; volumes: Record<string, unknown> };
const brokerText = readText('deploy/nats-server.conf');
const engines = [
  { app: 'data-engine', bin: 'bin/medstream-data.js', password: 'MEDSTREAM_DATA_PASSWORD' },
  { app: 'inference-engine', bin: 'bin/medstream-eval.js', password: 'MEDSTREAM_EVAL_PASSWORD' },
];

describe.each(engines)('$app.Dockerfile', ({ app, bin }) => {
  const text = readText(`deploy/${app}.Dockerfile`).replaceAll('\\\n', ' ');
  const all = (word: string) => [...text.matchAll(new RegExp(`^${word} (.+)$`, 'gm'))].map(([, rest = '']) => rest);

  it('builds in stages on one base image and copies from stages that exist', () => {
    const stages = all('FROM').map((from) => from.split(' AS '));
    expect(stages.map(([image]) => image)).toEqual(['node:20-bookworm-slim', 'node:20-bookworm-slim', 'node:20-bookworm-slim']);
    const names = stages.map(([, name]) => name);
    expect(all('COPY').map((copy) => /--from=(\w+)/.exec(copy)?.[1])).toEqual([undefined, ...names.slice(0, 2)]);
  });

  it('takes the folder that the package target makes', () => {
    const { manifest } = listProjects().find(({ folder }) => folder === `apps/${app}`) ?? {};
    const targets = (manifest?.nx as unknown as { targets: Record<string, { options: { outputPath?: string; command?: string } }> }).targets;
    expect(text).toContain(`nx run ${app}:package`);
    expect(targets['package']?.options.command).toBe(`node tools/package/finish-package.mjs ${app}`);
    expect(targets['prune-lockfile']?.options.outputPath).toBe(`out/${app}`);
    expect(text).toContain(`COPY --from=package /workspace/out/${app} ./`);
  });

  it('runs the bin as a user without rights and asks for its health', () => {
    expect(all('ENTRYPOINT')).toEqual([JSON.stringify(['node', bin]).replace(',', ', ')]);
    expect(existsSync(join(workspaceRoot, 'apps', app, bin))).toBe(true);
    expect(all('CMD')).toEqual(['["serve"]']);
    expect(all('USER')).toEqual(['node']);
    expect(all('EXPOSE')).toEqual(['8080']);
    expect(all('HEALTHCHECK')).toEqual([expect.stringContaining("fetch('http://127.0.0.1:8080/healthz')")]);
  });
});

it('.dockerignore lets through what the build reads, and no build, install or secret', () => {
  const lines = readText('.dockerignore').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines[0]).toBe('*');
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  expect(kept.filter((path) => !existsSync(join(workspaceRoot, path)))).toEqual([]);
  expect(kept).toEqual(expect.arrayContaining(['apps', 'libs', 'tools', 'package.json', 'package-lock.json', 'nx.json', 'tsconfig.base.json', '.npmrc', 'LICENSE']));
  expect(kept.filter((path) => /deploy|\.git$|\.env|out|node_modules/.test(path))).toEqual([]);
  expect(lines).toEqual(expect.arrayContaining(['**/node_modules', '**/dist', '**/out-tsc']));
});

describe('compose.yaml', () => {
  it('has a broker no older than the floor for production', () => {
    const version = /^nats:(\d+)\.(\d+)\.(\d+)-alpine$/.exec(compose.services['nats']?.image ?? '')?.slice(1).map(Number) ?? [];
    const [major = 0, minor = 0, patch = 0] = version;
    // 2.12.12 (reliability rules)
    expect(major * 1_000_000 + minor * 1_000 + patch).toBeGreaterThanOrEqual(2_012_012);
  });

  it('mounts the configuration that the broker is told to read', () => {
    const [source = '', target] = compose.services['nats']?.volumes[0]?.split(':') ?? [];
    expect(existsSync(join(workspaceRoot, 'deploy', source))).toBe(true);
    expect(compose.services['nats']?.command).toEqual(['--config', target, '--store_dir', compose.services['nats']?.volumes[1]?.split(':')[1]]);
  });

  it('gives the broker every password that its configuration reads', () => {
    const read = [...brokerText.matchAll(/password: \$(\w+)/g)].map(([, name]) => name);
    expect(read.length).toBe(4);
    expect(Object.keys(compose.services['nats']?.environment ?? {}).sort()).toEqual(read.sort());
  });

  it.each(engines)('connects $app as its own user, with its own password', ({ app, password }) => {
    const { environment, build, depends_on: needs } = compose.services[app] ?? {};
    expect(environment?.['NATS_URL']).toBe(`nats://${app}:\${${password}:?see deploy/.env.example}@nats:4222`);
    expect(brokerText).toMatch(new RegExp(`user: ${app}\\s+password: \\$${password}\\b`));
    expect(existsSync(join(workspaceRoot, 'deploy', build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
    expect(Object.keys(needs ?? {})).toEqual(['nats']);
  });

  it('shares one data volume between the engines, at the root that both read', () => {
    for (const { app } of engines) {
      expect(compose.services[app]?.volumes).toEqual(['${MEDSTREAM_DATA:-data}:/data']);
      expect(compose.services[app]?.environment['MEDSTREAM_ROOTS']).toBe('/data');
    }
    expect(Object.keys(compose.volumes).sort()).toEqual(['data', 'nats-store']);
  });

  it('asks for no variable that .env.example does not explain, and holds no secret', () => {
    const explained = [...readText('deploy/.env.example').matchAll(/^(\w+)=$/gm)].map(([, name]) => name);
    const asked = new Set([...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    expect([...asked].sort()).toEqual(explained.sort());
  });
});
