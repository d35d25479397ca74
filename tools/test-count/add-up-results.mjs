/**
 * Adds up what the projects' test runs left behind. Whatever did not run to its end is a failure, never a gap: a test file that
 * crashed, a project without numbers, a skipped test, a failed step before the tests, and a run without any test.
 *
 * @param {object} run
 * @param {readonly {project: string, counts: {passed: number, failed: number, skipped: number, crashedFiles: number} | null}[]} run.results
 * @param {readonly string[]} run.failedSteps names of steps such as lint or types
 * @param {boolean} run.runnerFailed the command that ran the tests exited with an error
 * @returns {{passed: number, failed: number, remarks: string[]}}
 */
export function addUpResults({ results, failedSteps, runnerFailed }) {
  const remarks = failedSteps.map((step) => `step failed: ${step}`);
  let passed = 0;
  let failed = failedSteps.length;
  let failedInTests = 0;
  for (const { project, counts } of results) {
    if (counts === null) {
      remarks.push(`${project}: left no test result`);
      failedInTests += 1;
      continue;
    }
    passed += counts.passed;
    failedInTests += counts.failed + counts.crashedFiles + counts.skipped;
    for (const [count, what] of [
      [counts.failed, 'failed'],
      [counts.crashedFiles, 'test file(s) that could not run'],
      [counts.skipped, 'skipped, which counts as failed'],
    ]) {
      if (count > 0) remarks.push(`${project}: ${count} ${what}`);
    }
  }
  if (runnerFailed && failedInTests === 0) {
    remarks.push('the tests failed or stopped outside of any test');
    failedInTests = 1;
  }
  failed += failedInTests;
  if (passed === 0 && failed === 0) {
    remarks.push('no test ran');
    failed = 1;
  }
  return { passed, failed, remarks };
}
