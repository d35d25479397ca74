import { buildSelectExpression, MAX_CHOSEN_PER_RUN } from './select-expression.js';

it.each([
  [[7], 'eq(pts,7)'],
  [[-3, 7], 'if(lt(pts,7),eq(pts,-3),eq(pts,7))'],
  [[1, 2, 3], 'if(lt(pts,2),eq(pts,1),if(lt(pts,3),eq(pts,2),eq(pts,3)))'],
])('%j', (ticks, expression) => {
  expect(buildSelectExpression(ticks)).toBe(expression);
});

it('stays under the length of one argument with the largest times', () => {
  const ticks = Array.from({ length: MAX_CHOSEN_PER_RUN }, (_, index) => 900_000_000_000_000 + index);
  expect(buildSelectExpression(ticks).length).toBeLessThan(128 * 1024);
});
