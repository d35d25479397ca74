import { posix } from 'node:path';

import ts from 'typescript';

/** Code that stands in for the real thing in tests lives in folders of this name, which a build leaves out. */
const TESTING_FOLDER = 'testing';
export const TESTING_FILES = `src/**/${TESTING_FOLDER}/**`;

/** @param file from the workspace root; the library `testing` itself is code */
export function isTestingFile(file: string): boolean {
  return file.split('/').slice(3, -1).includes(TESTING_FOLDER);
}

/**
 * Files that a build ships though only tests load them: code of a project that specs, or files of a testing folder,
 * import by its path and no shipped code does.
 *
 * @param files code files of one project, with their text, by their path from the workspace root
 * @param doors paths of files that others enter by, from the workspace root
 */
export function findShippedFakes(files: ReadonlyMap<string, string>, { folder, doors }: { folder: string; doors: ReadonlySet<string> }): string[] {
  const isTest = (file: string): boolean => file.endsWith('.spec.ts') || isTestingFile(file);
  const loadedBy = { tests: new Set<string>(), code: new Set<string>() };
  for (const [file, text] of files) {
    for (const imported of findImportedFiles(text)) (isTest(file) ? loadedBy.tests : loadedBy.code).add(posix.join(posix.dirname(file), imported).replace(/\.js$/, '.ts'));
  }
  return [...files.keys()].filter((file) => file.startsWith(`${folder}/src/`) && !isTest(file) && !doors.has(file) && loadedBy.tests.has(file) && !loadedBy.code.has(file)).sort();
}

/** Files that a file imports by their path, as it writes them. */
function findImportedFiles(text: string): string[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'));
}
