import { fileURLToPath } from 'node:url';

/** Tests run on the TypeScript sources; the counting reporter leaves test-results/<project>.json for tools/sum-test-results.mjs. */
export default {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@medstream/source', 'node', 'node-addons'] },
  testMatch: ['**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/out-tsc/'],
  modulePathIgnorePatterns: ['/out-tsc/'],
  passWithNoTests: true,
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  maxWorkers: 1,
  reporters: ['default', fileURLToPath(new URL('./tools/jest/counting-reporter.js', import.meta.url))],
};
