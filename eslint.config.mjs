import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Which kind of project may import which: one `type:` and one `scope:` tag a project. Adapters never import each other. */
const depConstraints = [
  { sourceTag: 'type:contract', onlyDependOnLibsWithTags: ['type:contract'] },
  { sourceTag: 'type:domain', onlyDependOnLibsWithTags: ['type:contract', 'type:domain'] },
  { sourceTag: 'type:adapter', onlyDependOnLibsWithTags: ['type:contract', 'type:domain'] },
  { sourceTag: 'type:use-case', onlyDependOnLibsWithTags: ['type:contract', 'type:domain'] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:contract'] },
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:contract', 'type:domain', 'type:adapter', 'type:use-case'] },
  { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
  { sourceTag: 'scope:data', onlyDependOnLibsWithTags: ['scope:data', 'scope:shared'] },
  { sourceTag: 'scope:inference', onlyDependOnLibsWithTags: ['scope:inference', 'scope:shared'] },
];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/out-tsc/**', 'out/**', 'test-results/**', 'tmp/**', 'coverage/**', '.nx/**'] },
  { plugins: { '@nx': nx } },
  { files: ['**/*.ts'], extends: [tseslint.configs.recommendedTypeChecked], languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { '@nx/enforce-module-boundaries': ['error', { depConstraints, banTransitiveDependencies: true, checkNestedExternalImports: false }] },
  },
);
