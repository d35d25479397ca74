import ts from 'typescript';

/**
 * What is wrong with a library's public door: it may hold `export { a, type B } from './file.js';` statements only,
 * ordered by file, the names of each ordered without regard to case. `export {};` is the door of an empty library.
 */
export function findDoorProblems(text: string): string[] {
  const { statements } = ts.createSourceFile('index.ts', text, ts.ScriptTarget.ES2023, true);
  const problems: string[] = [];
  const files: string[] = [];
  for (const statement of statements) {
    const shown = statement.getText().replaceAll(/\s+/g, ' ').slice(0, 60);
    if (!ts.isExportDeclaration(statement) || !statement.exportClause || !ts.isNamedExports(statement.exportClause)) {
      problems.push(`only explicit re-exports belong in a door: ${shown}`);
      continue;
    }
    if (statement.moduleSpecifier && ts.isStringLiteral(statement.moduleSpecifier)) files.push(statement.moduleSpecifier.text);
    else if (statements.length > 1) problems.push(`an export without its file: ${shown}`);
    const names = statement.exportClause.elements.map(({ name }) => name.text);
    const misplaced = findMisplaced(names);
    if (misplaced) problems.push(`names are not sorted: ${misplaced} in ${shown}`);
  }
  const misplaced = findMisplaced(files);
  if (misplaced) problems.push(`files are not sorted: ${misplaced}`);
  return problems;
}

/** The first name that sorts before the one in front of it. */
function findMisplaced(names: readonly string[]): string | undefined {
  const folded = names.map((name) => name.toLowerCase());
  return names.find((_, index) => (folded[index] ?? '') < (folded[index - 1] ?? ''));
}
