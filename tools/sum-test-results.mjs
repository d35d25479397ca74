// Prints `N passed, N failed` over all projects; exit code 1 when anything failed or nothing ran.
//   node tools/sum-test-results.mjs RUNNER_EXIT_CODE|not-run [FAILED_STEP…]
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { addUpResults } from './test-count/add-up-results.mjs';

const workspaceRoot = fileURLToPath(new URL('..', import.meta.url));
const [runnerExitCode, ...failedSteps] = process.argv.slice(2);

const folders = ['apps', 'libs'].flatMap((kind) => readdirSync(join(workspaceRoot, kind)).map((name) => join(kind, name)));
const testProjects = [...folders, 'tools']
  .filter((folder) => existsSync(join(workspaceRoot, folder, 'jest.config.js')))
  .map((folder) => basename(folder));

/** @param {string} project */
function readResult(project) {
  const file = join(workspaceRoot, 'test-results', `${project}.json`);
  return { project, counts: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null };
}

const { passed, failed, remarks } = addUpResults(
  runnerExitCode === 'not-run'
    ? { results: [], failedSteps, runnerFailed: failedSteps.length === 0 }
    : { results: testProjects.map(readResult), failedSteps, runnerFailed: runnerExitCode !== '0' },
);
for (const remark of remarks) console.log(remark);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
