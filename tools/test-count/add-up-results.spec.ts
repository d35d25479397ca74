import { addUpResults } from './add-up-results.mjs';

const clean = { passed: 3, failed: 0, skipped: 0, crashedFiles: 0 };

describe('addUpResults', () => {
  it.each([
    { name: 'all passed: 3 + 3', results: [clean, clean], failedSteps: [], runnerFailed: false, passed: 6, failed: 0 },
    { name: 'failed tests count once, not again for the runner', results: [clean, { ...clean, failed: 2 }], failedSteps: [], runnerFailed: true, passed: 6, failed: 2 },
    { name: 'a crashed file is a failure', results: [{ ...clean, crashedFiles: 1 }], failedSteps: [], runnerFailed: true, passed: 3, failed: 1 },
    { name: 'a skipped test is a failure', results: [{ ...clean, skipped: 1 }], failedSteps: [], runnerFailed: false, passed: 3, failed: 1 },
    { name: 'a project without numbers is a failure', results: [clean, null], failedSteps: [], runnerFailed: true, passed: 3, failed: 1 },
    { name: 'a runner that failed outside of tests is a failure', results: [clean], failedSteps: [], runnerFailed: true, passed: 3, failed: 1 },
    { name: 'lint and types count one each', results: [clean], failedSteps: ['types', 'lint'], runnerFailed: false, passed: 3, failed: 2 },
    { name: 'no test at all is a failure', results: [{ ...clean, passed: 0 }], failedSteps: [], runnerFailed: false, passed: 0, failed: 1 },
  ])('$name', ({ results, failedSteps, runnerFailed, passed, failed }) => {
    const named = results.map((counts, index) => ({ project: `p${index}`, counts }));
    expect(addUpResults({ results: named, failedSteps, runnerFailed })).toMatchObject({ passed, failed });
  });

  it('says what failed and where', () => {
    const results = [{ project: 'media', counts: { passed: 1, failed: 2, skipped: 0, crashedFiles: 1 } }, { project: 'store', counts: null }];
    expect(addUpResults({ results, failedSteps: ['lint'], runnerFailed: true }).remarks).toEqual([
      'step failed: lint',
      'media: 2 failed',
      'media: 1 test file(s) that could not run',
      'store: left no test result',
    ]);
  });
});
