import ts from 'typescript';

/** The packages that a file loads by name: `@scope/name` or `name`, without what Node itself brings. */
export function findPackageNames(text: string): string[] {
  const names = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(names)].sort();
}
