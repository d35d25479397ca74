import { SUBJECTS } from '@medstream/schema';

import { judgeBuildEnd, readKnownEnd } from './judge-build-end.js';

const MATERIALISED = { type: SUBJECTS.benchmarkMaterialised, data: { build_id: 'one', files: [{ dataset: 'a', path: 'out/a.jsonl', sha256: 'x', items: 7 }], manifest: 'out/manifest.json' } };
const failedWith = (code: string) => ({ type: SUBJECTS.buildFailed, data: { build_id: 'one', code, message: 'why\nnot' } });
const ended = (failed: number, exitCode: number) => ({ videos: { planned: 4, built: 4 - failed, failed }, exit_code: exitCode });

describe('judgeBuildEnd', () => {
  test.each([
    ['all videos built', MATERIALISED, ended(0, 0), 0, ['out/a.jsonl: 7 items']],
    ['one video failed', MATERIALISED, ended(1, 1), 1, ['out/a.jsonl: 7 items', '1 of 4 videos failed: see the notes in out/manifest.json']],
    // exits of the table of errors: a broker that does not answer 3, a conflicting request 1
    ['a failed build, by its status', failedWith('source/bad-layout'), ended(4, 3), 3, ['error source/bad-layout: why not']],
    ['a failed build, by its code', failedWith('bus/unreachable'), null, 3, ['error bus/unreachable: why not']],
    ['a code of a later version', failedWith('new/one'), null, 1, ['error new/one: why not']],
    ['a conflict, whatever the build of that id ended with', failedWith('bus/conflicting-request'), ended(0, 0), 1, ['error bus/conflicting-request: why not']],
  ])('%s', (_, event, status, exitCode, lines) => {
    expect(judgeBuildEnd(event as never, status)).toEqual({ exitCode, lines });
  });

  test('a benchmark about whose videos nobody answers is no good end', () => {
    const { exitCode, lines } = judgeBuildEnd(MATERIALISED, null);
    expect(exitCode).toBe(3);
    expect(lines).toEqual(['out/a.jsonl: 7 items', expect.stringMatching(/^error bus\/timed-out: .*the notes in out\/manifest\.json/)]);
  });
});

test.each([
  ['an ended build', { exit_code: 1, videos: null }, true],
  ['one that runs', { exit_code: null, videos: null }, false],
  ['a fault of the service', { error: { code: 'defect/broken-promise', message: '' } }, false],
  ['no service', null, false],
])('the status of %s', (_, answer, isKnown) => {
  expect(readKnownEnd(answer) !== null).toBe(isKnown);
});
