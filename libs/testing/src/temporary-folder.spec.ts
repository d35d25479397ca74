import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeTemporaryFolder } from './temporary-folder.js';

it('makes separate folders and removes each with what it holds', async () => {
  const [one, other] = [await makeTemporaryFolder(), await makeTemporaryFolder()];
  expect(one.path).not.toBe(other.path);
  expect(realpathSync(one.path)).toBe(one.path);
  writeFileSync(join(one.path, 'file'), 'x');
  await one.remove();
  await one.remove();
  expect([existsSync(one.path), existsSync(other.path)]).toEqual([false, true]);
  await other.remove();
});
