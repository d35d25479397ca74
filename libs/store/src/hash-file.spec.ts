import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hashFile } from './hash-file.js';

it('hashes the bytes of a file, and says when it cannot', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'medstream-store-'));
  await writeFile(join(folder, 'abc'), 'abc');
  // FIPS 180-2, appendix B.1
  expect(await hashFile(join(folder, 'abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  await expect(hashFile(join(folder, 'nothing'))).rejects.toMatchObject({ code: 'input/unreadable' });
  await rm(folder, { recursive: true });
});
