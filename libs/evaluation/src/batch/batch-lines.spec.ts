import { batchReplySchema } from './batch-lines.js';

describe('a line of replies', () => {
  it.each<[string, object]>([
    ['an answer', { id: 'x', custom_id: 'job', response: { status_code: 200, request_id: 'r', body: {} }, error: null }],
    ['no answer', { custom_id: 'job', response: null, error: { code: 'batch_expired', message: 'not in time' } }],
    ['neither', { custom_id: 'job' }],
    ['a status alone', { custom_id: 'job', response: { status_code: 400 } }],
    ['an error in words', { custom_id: 'job', error: 'no such path' }],
    ['the body of an answer for an error', { custom_id: 'job', response: { status_code: 400, body: null }, error: { error: { message: 'm', code: 400 } } }],
  ])('may hold %s', (_, line) => {
    expect(batchReplySchema.parse(line)).toEqual(line);
  });

  it.each<[string, unknown]>([
    ['no name', { response: null }],
    ['an empty name', { custom_id: '' }],
    ['an endless name', { custom_id: 'x'.repeat(513) }],
    ['a status in words', { custom_id: 'job', response: { status_code: '200' } }],
    ['a status that HTTP does not have', { custom_id: 'job', response: { status_code: 0 } }],
    ['a list', []],
    ['nothing', null],
  ])('is none with %s', (_, line) => {
    expect(batchReplySchema.safeParse(line).success).toBe(false);
  });
});
