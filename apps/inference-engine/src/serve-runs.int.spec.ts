import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';

import { summariseScores } from '@medstream/metrics';
import { makeTemporaryFolder } from '@medstream/testing';

import { type RunServer, serveRuns } from './serve-runs.js';

const summary = JSON.stringify(summariseScores({ items: [], scores: [], jobs: 0, seed: 1, leakAudit: { jobs: 0, violations: 0 } }));
let server: RunServer;

/** Sends a path as it is: fetch would tidy it up. */
function ask(path: string, { host, method = 'GET' }: { host?: string; method?: string } = {}): Promise<{ status: number; body: string; policy: string }> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers: { host: host ?? `${hostname}:${port}` } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text)).on('end', () => resolve({ status: response.statusCode ?? 0, body, policy: String(response.headers['content-security-policy']) }));
    })
      .on('error', reject)
      .end();
  });
}

beforeAll(async () => {
  const { path: root } = await makeTemporaryFolder();
  const runs = join(root, 'runs');
  for (const name of ['first', 'with <b> & space', 'no summary', '.hidden']) {
    await mkdir(join(runs, name), { recursive: true });
    await writeFile(join(runs, name, 'report.html'), `page of ${name}`);
    if (name !== 'no summary') await writeFile(join(runs, name, 'summary.json'), summary);
  }
  await writeFile(join(root, 'report.html'), 'a page outside');
  await writeFile(join(root, 'summary.json'), summary);
  await symlink(root, join(runs, 'link'));
  await mkdir(join(runs, 'no summary of linked page'));
  await symlink(join(root, 'report.html'), join(runs, 'no summary of linked page', 'report.html'));
  server = await serveRuns(runs, 0);
});

afterAll(() => server.close());

it('lists the runs that have a page, escaped', async () => {
  const { status, body, policy } = await ask('/');
  expect([status, policy.startsWith("default-src 'none'")]).toEqual([200, true]);
  expect([...body.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, address, name]) => [address, name])).toEqual([
    ['run/first', 'first'],
    ['run/with%20%3Cb%3E%20%26%20space', 'with &lt;b&gt; &amp; space'],
  ]);
});

it('serves a page by the name of its run', async () => {
  expect(await ask('/run/with%20%3Cb%3E%20%26%20space')).toMatchObject({ status: 200, body: 'page of with <b> & space' });
  expect(await ask('/run/first', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
});

it.each(['/run/..', '/run/%2e%2e', '/run/..%2f', '/run/first%2f..%2f..', '/run/../report.html', '/../report.html', '/report.html', '/run/link', '/run/no%20summary%20of%20linked%20page', '/run/.hidden', '/run/first/summary.json', '/run/%', '/run/first%00', '/run/', '//127.0.0.1/run/first', '/run/.'])('has nothing at %s', async (path) => {
  expect(await ask(path)).toMatchObject({ status: 404, body: 'no such run\n' });
});

it('answers to its own name alone, and only to be read', async () => {
  expect((await ask('/', { host: 'evil.example' })).status).toBe(421);
  expect((await ask('/', { method: 'POST' })).status).toBe(405);
  expect(new URL(server.address).hostname).toBe('127.0.0.1');
});

it('says when a port is taken', async () => {
  const { path } = await makeTemporaryFolder();
  await expect(serveRuns(path, Number(new URL(server.address).port))).rejects.toMatchObject({ code: 'usage/bad-argument' });
});
