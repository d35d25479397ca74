import { rejectLabel } from './reject-label.js';

test('what a hostile file holds, and a long list of labels, are shortened to 300 characters each', () => {
  const error = rejectLabel({ path: 'a.json', at: 'x'.repeat(1_000), found: 'y'.repeat(301), expected: 'z'.repeat(300) });
  expect(error.message).toBe(`a.json ${'x'.repeat(300)}…: found ${'y'.repeat(300)}…, expected ${'z'.repeat(300)}`);
  expect(error.details).toEqual({ path: 'a.json', at: `${'x'.repeat(300)}…` });
});
