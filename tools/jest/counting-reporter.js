import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const resultsFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'test-results');

/** Leaves the numbers of one project's run where tools/sum-test-results.mjs adds them up. */
export default class CountingReporter {
  constructor(globalConfig) {
    this.resultFile = join(resultsFolder, `${basename(globalConfig.rootDir)}.json`);
  }

  onRunStart() {
    rmSync(this.resultFile, { force: true });
  }

  onRunComplete(_contexts, results) {
    mkdirSync(resultsFolder, { recursive: true });
    const counts = {
      passed: results.numPassedTests,
      failed: results.numFailedTests,
      skipped: results.numPendingTests + results.numTodoTests,
      crashedFiles: results.numRuntimeErrorTestSuites,
    };
    writeFileSync(this.resultFile, `${JSON.stringify(counts)}\n`);
  }
}
