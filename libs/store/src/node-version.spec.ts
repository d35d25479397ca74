import { readFileSync } from 'node:fs';

import { isNodeNewEnough, NEEDED_NODE_VERSION } from './node-version.js';

describe('the version of Node', () => {
  it.each([
    ['20.18.9', false],
    ['20.19.0', true],
    ['22.0.0', true],
    ['18.20.0', false],
  ])('%s is enough: %p', (version, isEnough) => {
    expect(isNodeNewEnough(version)).toBe(isEnough);
  });

  it('is the one that package.json asks for', () => {
    const { engines } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(engines.node).toBe(`>=${NEEDED_NODE_VERSION}`);
  });
});
