import { APICallError } from '@ai-sdk/provider';

import { classifyFailure } from './classify-failure.js';

const context = { model: 'openai:x', apiKey: 'secret-key', nowMs: 0, readFailure: () => ({}) };

describe('classifyFailure', () => {
  it('a connection that ends while the body comes in passes, and says nothing of the key', () => {
    const error = new APICallError({ message: 'Cannot connect to API: other side closed secret-key', url: 'http://x', requestBodyValues: {} });
    expect(classifyFailure(error, context)).toMatchObject({ kind: 'failed', verdict: 'transient', error: { code: 'model/unreachable', message: 'openai:x: Cannot connect to API: other side closed [key removed]' } });
  });

  it('an error that no server caused is a defect', () => {
    expect(classifyFailure(new TypeError('undefined is not a function'), context)).toBeNull();
  });
});
