import { EngineError, isEngineError } from './engine-error.js';
import { ERROR_CLASSES } from './error-codes.js';

describe('EngineError', () => {
  it('carries code, exit code, verdict and cause', () => {
    const cause = new Error('ENOSPC');
    const error = new EngineError('store/disk-full', 'the disk is full', { cause, hint: 'free some space and run again with --resume' });
    expect(error.exitCode).toBe(3);
    expect(error.retryVerdict).toBe('transient');
    expect(error.cause).toBe(cause);
    expect(isEngineError(error, 'store/disk-full')).toBe(true);
    expect(isEngineError(error, 'store/locked')).toBe(false);
    expect(isEngineError(cause)).toBe(false);
  });
});

describe('ERROR_CLASSES', () => {
  it('names every code area/what-happened in kebab case and gives it an exit code of the contract', () => {
    for (const [code, { exit, meaning }] of Object.entries(ERROR_CLASSES)) {
      expect(code).toMatch(/^[a-z]+\/[a-z-]+$/);
      expect([1, 2, 3, 70]).toContain(exit);
      expect(meaning.length).toBeGreaterThan(10);
    }
  });

  it('ends with 70 exactly for defects', () => {
    for (const { exit, verdict } of Object.values(ERROR_CLASSES)) expect(exit === 70).toBe(verdict === 'defect');
  });
});
