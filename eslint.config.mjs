import nx from '@nx/eslint-plugin';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

import { kebabCaseFileNameRule } from './tools/lint/kebab-case-file-name.mjs';
import { packageWallsRule } from './tools/lint/package-walls.mjs';

const specs = ['**/*.spec.ts'];
const pureLibraries = ['libs/{schema,sampling,metrics,construction,validation,pages}/**/*.ts'];

/** Which kind of project may import which, by its one `type:` and one `scope:` tag. Adapters never import each other. */
const mayImport = {
  'type:contract': ['type:contract'],
  'type:domain': ['type:contract', 'type:domain'],
  'type:adapter': ['type:contract', 'type:domain'],
  'type:use-case': ['type:contract', 'type:domain'],
  'type:app': ['type:contract', 'type:domain', 'type:adapter', 'type:use-case'],
  'type:testing': ['type:contract'],
  'type:tool': ['*'],
  'scope:shared': ['scope:shared'],
  'scope:data': ['scope:data', 'scope:shared'],
  'scope:inference': ['scope:inference', 'scope:shared'],
  'scope:tools': ['*'],
};

/** @param extraTags what specs may import beyond the code they test */
function boundaries(extraTags) {
  const depConstraints = Object.entries(mayImport).map(([sourceTag, tags]) => ({
    sourceTag,
    onlyDependOnLibsWithTags: sourceTag.startsWith('type:') ? [...tags, ...extraTags] : tags,
  }));
  return ['error', { depConstraints, banTransitiveDependencies: true, checkNestedExternalImports: false }];
}

const environmentReads = [
  'MemberExpression[object.name="process"][property.name="env"]',
  'VariableDeclarator[init.name="process"] > ObjectPattern > Property[key.name="env"]',
  'ImportDeclaration[source.value=/^(node:)?process$/] > ImportSpecifier[imported.name="env"]',
].map((selector) => ({ selector, message: 'The environment is read only in apps/*/src/config.ts; take the value as an argument.' }));

const testsLeftOut = [
  'MemberExpression[property.name="only"]',
  'MemberExpression[object.name=/^(describe|it|test)$/][property.name=/^(skip|todo)$/]',
  'CallExpression > Identifier.callee[name=/^(fit|fdescribe|xit|xtest|xdescribe)$/]',
].map((selector) => ({ selector, message: 'Every test runs: no .only, .skip or .todo.' }));

const bareJsonParse = {
  object: 'JSON',
  property: 'parse',
  message: 'Use parseJsonText of @medstream/schema: its error has a code and says where.',
};
const randomNumbers = { object: 'Math', property: 'random', message: 'This library is pure: take a seeded generator as an argument.' };

export default defineConfig(
  { ignores: ['**/dist/', '**/out-tsc/', 'out/', 'test-results/', 'tmp/', 'coverage/', '.nx/'] },
  {
    files: ['**/*.{ts,js,mjs}'],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { '@nx': nx, medstream: { rules: { 'kebab-case-file-name': kebabCaseFileNameRule, 'package-walls': packageWallsRule } } },
    rules: {
      '@nx/enforce-module-boundaries': boundaries([]),
      'medstream/kebab-case-file-name': 'error',
      'medstream/package-walls': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // import('x').T escapes the boundary rule
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // ports are async functions; the simple ones have nothing to wait for
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['apps/**/*.{ts,js}', 'libs/**/*.{ts,js}'],
    ignores: [...specs, 'apps/*/src/config.ts', 'libs/testing/**'],
    rules: { 'no-restricted-syntax': ['error', ...environmentReads] },
  },
  { files: ['libs/**/*.ts'], rules: { 'no-console': 'error' } },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: [...specs, 'libs/schema/**', 'libs/store/src/**/parse-json*.ts'],
    rules: { 'no-restricted-properties': ['error', bareJsonParse] },
  },
  {
    files: pureLibraries,
    ignores: specs,
    rules: {
      'no-restricted-globals': ['error', { name: 'Date', message: 'This library is pure: take the time as an argument.' }],
      'no-restricted-properties': ['error', bareJsonParse, randomNumbers],
    },
  },
  { files: ['libs/schema/src/json-text.ts'], rules: { 'no-restricted-properties': ['error', randomNumbers] } },
  {
    files: specs,
    rules: {
      '@nx/enforce-module-boundaries': boundaries(['type:testing']),
      'no-restricted-syntax': ['error', ...testsLeftOut],
      'no-console': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
