import { EngineError } from '@medstream/schema';

import { describeFailure } from './describe-failure.js';

describe('describeFailure', () => {
  it('prints code, what, where and how to mend, and ends as the code says', () => {
    const error = new EngineError('source/bad-label', 'phase.txt line 3: no such phase', { hint: 'fetch the file again' });
    expect(describeFailure(error, { debug: false })).toEqual({ text: 'error source/bad-label: phase.txt line 3: no such phase\nhow to mend: fetch the file again\n', exitCode: 1, document: { error: { code: 'source/bad-label', message: 'phase.txt line 3: no such phase', hint: 'fetch the file again' } } });
  });

  it('calls anything else a defect, in one line', () => {
    const { text, exitCode } = describeFailure(new TypeError('x is\nnot a function'), { debug: false });
    expect(exitCode).toBe(70);
    expect(text.split('\n')[0]).toBe('error defect/broken-promise: TypeError: x is not a function');
    expect(text).not.toContain('describe-failure.spec');
  });

  it('shows stack and causes with --debug only', () => {
    const error = new EngineError('store/disk-full', 'no space', { cause: new Error('ENOSPC underneath') });
    expect(describeFailure(error, { debug: false }).text).not.toContain('ENOSPC underneath');
    expect(describeFailure(error, { debug: true }).text).toMatch(/describe-failure\.spec[^]*ENOSPC underneath/);
  });

  it('lets no file name drive the terminal', () => {
    expect(describeFailure(new EngineError('input/unreadable', 'a\u001b[31mb'), { debug: false }).text).toBe('error input/unreadable: a\uFFFD[31mb\n');
  });
});
