import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

const workspaceRoot = fileURLToPath(new URL('../..', import.meta.url));
const ruleSkipped = 'The rule will be skipped';

interface Probe {
  readonly wall: string;
  readonly file: string;
  readonly text: string;
  /** What the report must say: the rule's name and the tag, ban or advice that makes it this wall and no other. */
  readonly says: RegExp;
}

const boundary = '^@nx/enforce-module-boundaries: ';
const tagged = (tag: string) => new RegExp(`${boundary}A project tagged with "${tag}" can only depend on libs tagged with`);
const walled = (name: string) => new RegExp(`^medstream/package-walls: "${name}" may not be loaded here`);
const environment = /^no-restricted-syntax: The environment is read only in/;
const everyTestRuns = /^no-restricted-syntax: Every test runs/;
const bareParse = /^no-restricted-properties: 'JSON\.parse' is restricted/;

const refused: readonly Probe[] = [
  { wall: 'domain imports no adapter', file: 'libs/metrics/src/probe.ts', text: `import '@medstream/store';`, says: tagged('type:domain') },
  { wall: 'domain imports no use-case', file: 'libs/construction/src/probe.ts', text: `import '@medstream/report';`, says: tagged('type:domain') },
  { wall: 'adapters never import each other', file: 'libs/media/src/probe.ts', text: `import '@medstream/store';`, says: tagged('type:adapter') },
  { wall: 'an adapter imports no use-case', file: 'libs/models/src/probe.ts', text: `import '@medstream/report';`, says: tagged('type:adapter') },
  { wall: 'a use-case imports no adapter', file: 'libs/evaluation/src/probe.ts', text: `import '@medstream/models';`, says: tagged('type:use-case') },
  { wall: 'a use-case imports no use-case', file: 'libs/evaluation/src/probe.ts', text: `import '@medstream/report';`, says: tagged('type:use-case') },
  { wall: 'import() is an import', file: 'libs/evaluation/src/probe.ts', text: `await import('@medstream/models');`, says: tagged('type:use-case') },
  { wall: 'inference never sees data', file: 'apps/inference-engine/src/probe.ts', text: `import '@medstream/sources';`, says: tagged('scope:inference') },
  { wall: 'data never sees inference', file: 'apps/data-engine/src/probe.ts', text: `import '@medstream/evaluation';`, says: tagged('scope:data') },
  { wall: 'shared sees no scope', file: 'libs/media/src/probe.ts', text: `import '@medstream/construction';`, says: tagged('scope:shared') },
  { wall: 'code imports no testing', file: 'apps/data-engine/src/probe.ts', text: `import '@medstream/testing';`, says: tagged('type:app') },
  { wall: 'testing imports no domain', file: 'libs/testing/src/probe.ts', text: `import '@medstream/sampling';`, says: tagged('type:testing') },
  { wall: 'specs have walls too', file: 'libs/evaluation/src/probe.spec.ts', text: `import '@medstream/models';`, says: tagged('type:use-case') },
  { wall: 'contract imports nothing', file: 'libs/schema/src/probe.ts', text: `import '@medstream/sampling';`, says: new RegExp(`${boundary}(A project tagged with "type:contract"|Circular dependency between "schema" and "sampling")`) },
  { wall: 'nothing imports an app', file: 'apps/data-engine/src/probe.ts', text: `import '@medstream/inference-engine';`, says: tagged('type:app') },
  { wall: 'no way past a door', file: 'apps/data-engine/src/probe.ts', text: `import '../../../libs/store/src/index.js';`, says: new RegExp(`${boundary}Projects cannot be imported by a relative or absolute path`) },
  { wall: 'no undeclared package', file: 'libs/store/src/probe.ts', text: `import 'not-declared';`, says: new RegExp(`${boundary}Only packages defined in the "package.json"`) },

  { wall: 'Nest stays in apps', file: 'libs/store/src/probe.ts', text: `import '@nestjs/common';`, says: walled('@nestjs/common') },
  { wall: 'NATS stays in bus', file: 'apps/data-engine/src/probe.ts', text: `export { connect } from '@nats-io/transport-node';`, says: walled('@nats-io/transport-node') },
  { wall: 'sharp stays in media', file: 'libs/report/src/probe.ts', text: `await import('sharp');`, says: walled('sharp') },
  { wall: 'ffmpeg-static stays in media', file: 'libs/store/src/probe.ts', text: `createRequire(import.meta.url)('ffmpeg-static');`, says: walled('ffmpeg-static') },
  { wall: 'libraries start no processes', file: 'libs/store/src/probe.ts', text: `import 'node:child_process';`, says: walled('node:child_process') },
  { wall: 'commands start no ffmpeg', file: 'apps/inference-engine/src/commands/probe.ts', text: `import 'child_process';`, says: walled('child_process') },
  { wall: "import('x').T is no way round", file: 'libs/store/src/probe.ts', text: `export type S = import('sharp').Sharp;`, says: walled('sharp') },
  { wall: "import('x').T is no way round the tags", file: 'libs/evaluation/src/probe.ts', text: `export type M = import('@medstream/models').M;`, says: /^@typescript-eslint\/consistent-type-imports: `import\(\)` type annotations are forbidden/ },

  { wall: 'the environment is read in config.ts', file: 'apps/data-engine/src/probe.ts', text: `export const url = process.env['NATS_URL'];`, says: environment },
  { wall: 'destructuring reads it too', file: 'libs/models/src/probe.ts', text: `export const { env } = process;`, says: environment },
  { wall: 'importing reads it too', file: 'libs/models/src/probe.ts', text: `export { env }; import { env } from 'node:process';`, says: environment },
  { wall: 'JSON.parse stays in its helper', file: 'libs/models/src/probe.ts', text: `export const value = JSON.parse('1');`, says: bareParse },
  { wall: 'also in pure libraries', file: 'libs/validation/src/probe.ts', text: `export const value = JSON.parse('1');`, says: bareParse },
  { wall: 'no console in libraries', file: 'libs/store/src/probe.ts', text: `console.log('x');`, says: /^no-console: / },
  { wall: 'no clock in pure libraries', file: 'libs/schema/src/probe.ts', text: `export const now = new Date();`, says: /^no-restricted-globals: .*take the time as an argument/ },
  { wall: 'no dice in pure libraries', file: 'libs/construction/src/probe.ts', text: `export const die = Math.random();`, says: /^no-restricted-properties: 'Math\.random'/ },
  { wall: 'every test runs: only', file: 'libs/store/src/probe.spec.ts', text: `it.only('x', () => {});`, says: everyTestRuns },
  { wall: 'every test runs: skip', file: 'libs/store/src/probe.spec.ts', text: `describe.skip('x', () => {});`, says: everyTestRuns },
  { wall: 'file names', file: 'libs/store/src/myProbe.ts', text: `export {};`, says: /^medstream\/kebab-case-file-name: / },
];

const allowed: readonly Omit<Probe, 'says'>[] = [
  { wall: 'an app composes its scope and shared', file: 'apps/data-engine/src/compose-probe.ts', text: `import '@medstream/sources'; import '@medstream/store'; import '@medstream/building';` },
  { wall: 'specs import testing', file: 'libs/store/src/probe.spec.ts', text: `import '@medstream/testing'; import '@medstream/schema';` },
  { wall: 'specs of apps start the command', file: 'apps/data-engine/src/cli.spec.ts', text: `import 'node:child_process';` },
  { wall: 'media loads sharp', file: 'libs/media/src/probe.ts', text: `import 'sharp'; import 'node:child_process';` },
  { wall: 'config.ts reads the environment', file: 'apps/data-engine/src/config.ts', text: `export const url = process.env['NATS_URL'];` },
];

function lint(probes: readonly { file: string; text: string }[], environment: NodeJS.ProcessEnv = {}) {
  const run = spawnSync(process.execPath, [join(workspaceRoot, 'tools/walls/lint-probes.mjs')], {
    input: JSON.stringify(probes),
    encoding: 'utf8',
    // Jest's own options are not for ESLint
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
  });
  if (run.status !== 0) throw new Error(`lint-probes.mjs failed:\n${run.stdout}${run.stderr}`);
  const answers = JSON.parse(run.stdout.trimEnd().split('\n').at(-1) ?? '') as string[][];
  return { answers, output: run.stdout + run.stderr };
}

describe('walls', () => {
  const { answers, output } = lint([...refused, ...allowed]);

  it('are seen by a boundary rule that has a project graph', () => {
    expect(output).not.toContain(ruleSkipped);
  });

  it.each(refused.map((probe, index) => ({ ...probe, index })))('refuse: $wall ($file)', ({ index, says }) => {
    expect(answers[index]).toContainEqual(expect.stringMatching(says));
  });

  it.each(allowed.map((probe, index) => ({ ...probe, index: refused.length + index })))('let pass: $wall ($file)', ({ index }) => {
    expect(answers[index]).toEqual([]);
  });

  it('fall without a project graph, and then say so in words that this test and tools/test.sh look for', () => {
    const noGraph = mkdtempSync(join(tmpdir(), 'medstream-no-graph-'));
    try {
      const { answers: fallen, output: warning } = lint(refused.slice(0, 1), { NX_WORKSPACE_DATA_DIRECTORY: noGraph });
      expect(fallen).toEqual([[]]);
      expect(warning).toContain(ruleSkipped);
    } finally {
      rmSync(noGraph, { recursive: true });
    }
  });
});

describe('pure libraries', () => {
  // 2307: cannot find module; 2304, 2580, 2584, 2591: cannot find name (each with other advice)
  const unknown = [2304, 2307, 2580, 2584, 2591];
  const uses = [`export * as fs from 'node:fs';`, `process.exit();`, `Buffer.from('x');`, `setTimeout(() => {}, 1);`, `console.log('x');`, `void fetch('x');`];

  it.each(['schema', 'sampling', 'metrics', 'construction', 'validation'])('%s compiles nothing of Node', (library) => {
    const folder = join(workspaceRoot, 'libs', library);
    const { config } = ts.readConfigFile(join(folder, 'tsconfig.lib.json'), ts.sys.readFile);
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    const probeFile = join(folder, 'src', 'probe.ts');
    const host = ts.createCompilerHost(options);
    const readFile = host.getSourceFile.bind(host);
    const text = `${uses.join('\n')}\nexport {};\n`;
    host.getSourceFile = (name, ...rest) => (name === probeFile ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2023) : readFile(name, ...rest));

    const program = ts.createProgram([...fileNames, probeFile], options, host);
    const probe = program.getSourceFile(probeFile);
    const refusedLines = program
      .getSemanticDiagnostics(probe)
      .filter(({ code }) => unknown.includes(code))
      .map(({ start }) => (probe && start !== undefined ? probe.getLineAndCharacterOfPosition(start).line : null));

    expect(refusedLines).toEqual(uses.map((_, line) => line));
  });
});
