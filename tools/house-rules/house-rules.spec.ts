import { basename } from 'node:path';

import { kebabCaseFileName } from '../lint/kebab-case-file-name.mjs';
import { findDoorProblems } from './find-door-problems.js';
import { findPackageNames } from './find-package-names.js';
import { findShippedFakes, isTestingFile, TESTING_FILES } from './find-shipped-fakes.js';
import { listCodeFiles, listProjects, readText } from './list-projects.js';

const projects = listProjects();
const isSpec = (file: string) => file.endsWith('.spec.ts') || isTestingFile(file);

describe('findDoorProblems', () => {
  it.each([
    ['export {};', []],
    [`export { b, type C, D } from './a.js';\nexport type { A } from './b-c.js';`, []],
    [`export * from './a.js';`, ['only explicit re-exports belong in a door: export * from \'./a.js\';']],
    [`export * as a from './a.js';`, ['only explicit re-exports belong in a door: export * as a from \'./a.js\';']],
    ['export const a = 1;', ['only explicit re-exports belong in a door: export const a = 1;']],
    [`export { b, a } from './a.js';`, ['names are not sorted: a in export { b, a } from \'./a.js\';']],
    [`export { b } from './b.js';\nexport { a } from './a.js';`, ['files are not sorted: ./a.js']],
  ])('%s', (text, problems) => {
    expect(findDoorProblems(text)).toEqual(problems);
  });
});

describe('findPackageNames', () => {
  it('sees every way of naming a package, and only packages', () => {
    const text = `import a from 'yaml'; import './b.js'; import 'node:fs'; export { c } from '@scope/c/deep.js';
      type D = import('d/e').D; await import('f'); // import 'not-this'`;
    expect(findPackageNames(text)).toEqual(['@scope/c', 'd', 'f', 'yaml']);
  });
});

describe('findShippedFakes', () => {
  it('finds what only tests load outside of testing folders', () => {
    const files = new Map([
      ['libs/a/src/index.ts', `export { a } from './a.js';`],
      ['libs/a/src/a.ts', `import './deep/b.js';`],
      ['libs/a/src/deep/b.ts', ''],
      ['libs/a/src/memory-a.ts', `import { a } from './a.js';`],
      ['libs/a/src/own-test-only.ts', ''],
      ['libs/a/src/deep/testing/fake-b.ts', ''],
      ['libs/a/src/testing/fake-a.ts', `import '../own-test-only.js';`],
      ['libs/a/src/a.spec.ts', `import './index.js'; import './a.js'; import './memory-a.js'; import './testing/fake-a.js';`],
    ]);
    expect(findShippedFakes(files, { folder: 'libs/a', doors: new Set(['libs/a/src/index.ts']) })).toEqual(['libs/a/src/memory-a.ts', 'libs/a/src/own-test-only.ts']);
  });
});

describe.each(projects.map((project) => ({ name: project.folder, project })))('$name', ({ project }) => {
  const { folder, manifest, files } = project;

  it('has one type and one scope', () => {
    const kinds = (manifest.nx?.tags ?? []).map((tag) => tag.split(':')[0]).sort();
    expect(kinds).toEqual(['scope', 'type']);
  });

  it('opens explicit and sorted doors', () => {
    const doors = Object.values(manifest.exports ?? {}).flatMap((door) => (typeof door === 'string' ? [] : [door['@medstream/source'] ?? '']));
    const problems = doors.flatMap((door) => findDoorProblems(readText(`${folder}/${door}`)).map((problem) => `${door}: ${problem}`));
    expect(problems).toEqual([]);
    if (folder.startsWith('libs/')) expect(doors).toContain('./src/index.ts');
  });

  it('declares the packages that its code loads', () => {
    const declared = { ...manifest.dependencies, ...manifest.optionalDependencies };
    const loaded = files.filter((file) => file.startsWith(`${folder}/src/`) && !isSpec(file)).flatMap((file) => findPackageNames(readText(file)));
    expect([...new Set(loaded)].filter((name) => !(name in declared))).toEqual([]);
  });

  it('reads the environment only in config.ts', () => {
    const readers = files.filter((file) => !isSpec(file) && /\bprocess\s*\.\s*env\b/.test(readText(file)));
    const permitted = folder.startsWith('apps/') ? [`${folder}/src/config.ts`] : folder === 'libs/testing' ? readers : [];
    expect(readers.filter((file) => !permitted.includes(file))).toEqual([]);
  });

  it('ships no code that only tests load', () => {
    const doors = Object.values(manifest.exports ?? {}).flatMap((door) => (typeof door === 'string' ? [] : [`${folder}/${(door['@medstream/source'] ?? '').replace('./', '')}`]));
    const texts = new Map(files.filter((file) => file.startsWith(`${folder}/src/`)).map((file) => [file, readText(file)]));
    expect(findShippedFakes(texts, { folder, doors: new Set(doors) })).toEqual([]);
    if (![...texts.keys()].some(isTestingFile)) return;
    expect(JSON.parse(readText(`${folder}/tsconfig.lib.json`)).exclude).toContain(TESTING_FILES);
    expect(JSON.parse(readText(`${folder}/tsconfig.spec.json`)).include).toContain(`${TESTING_FILES}/*.ts`);
  });

  it('has tests once it has code', () => {
    const code = files.filter((file) => file.startsWith(`${folder}/src/`) && !isSpec(file) && basename(file) !== 'index.ts');
    if (code.length > 0) expect(files.filter(isSpec)).not.toEqual([]);
  });
});

it('every code file is named in kebab-case', () => {
  const files = [...projects.flatMap((project) => project.files), ...listCodeFiles('tools')];
  expect(files.filter((file) => !kebabCaseFileName.test(basename(file)))).toEqual([]);
});
