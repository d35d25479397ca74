import type { BenchmarkItem } from '@medstream/schema';

import { assertUploadAllowed, mayUpload } from './upload-rule.js';

const provenance = (licence?: string): Pick<BenchmarkItem, 'provenance'> => ({
  provenance: { sources: [], signal: 'phase', builder: 'b', builder_version: '1', template: 't', ...(licence === undefined ? {} : { licence }) },
});

describe('mayUpload', () => {
  it.each<[string | undefined, boolean]>([
    ['CC BY 4.0', true],
    ['CC-BY-SA-4.0', true],
    ['CC0', true],
    ['CC0-1.0', true],
    ['Creative Commons Attribution 4.0 International', true],
    ['Apache-2.0', true],
    ['Public domain', true],
    ['CC BY-NC-SA 4.0', false],
    ['CC-BY-SA-NC 4.0', false],
    ['CC BY-ND 4.0', false],
    ['Creative Commons Attribution-NonCommercial 4.0', false],
    ['CC BY 4.0 upon request', false],
    ['public release', false],
    ['upstream terms', false],
    ['challenge terms', false],
    ['', false],
    [undefined, false],
  ])('%s: %s', (licence, allowed) => {
    expect(mayUpload(provenance(licence))).toBe(allowed);
  });

  it('says no for an item without provenance', () => {
    expect(mayUpload({})).toBe(false);
  });
});

describe('assertUploadAllowed', () => {
  const items = [
    { dataset: 'open', ...provenance('CC BY 4.0') },
    { dataset: 'closed two', ...provenance('CC BY-NC-SA 4.0') },
    { dataset: 'closed one' },
  ] as BenchmarkItem[];

  it.each<[string, { isLoopback: boolean; allowed: string[] }, string[] | null]>([
    ['this machine takes all', { isLoopback: true, allowed: [] }, null],
    ['another takes what is open', { isLoopback: false, allowed: [] }, ['closed one', 'closed two']],
    ['another takes what was allowed by name', { isLoopback: false, allowed: ['closed two'] }, ['closed one']],
    ['all named', { isLoopback: false, allowed: ['closed two', 'closed one'] }, null],
  ])('%s', (_name, endpoint, refused) => {
    const act = () => assertUploadAllowed(items, endpoint);
    if (refused === null) expect(act).not.toThrow();
    else expect(act).toThrow(expect.objectContaining({ code: 'model/upload-refused', details: { datasets: refused } }));
  });
});
