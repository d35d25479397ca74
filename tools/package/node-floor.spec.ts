import { readFileSync } from 'node:fs';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('the set-up names every package that asks for a newer Node than 20.19, so that a new one is looked at', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { engines?: { node?: string } }> };
  // the whole range is ">= N" with N over 20; ranges with alternatives name 20 where they allow it
  const newer = Object.entries(packages).flatMap(([path, { engines }]) => (/^>=\s*2[1-9]\b[^|]*$/.test(engines?.node ?? '') ? [path.replace(/^.*node_modules\//, '')] : []));
  const told = /\((.+) ask for Node 22 or later; both run/.exec(read('tools/setup.sh'))?.[1]?.split(' and ');
  expect(told).toEqual([...new Set(newer)].sort());
});
