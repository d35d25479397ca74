import { startHealthServer } from './start-health-server.js';

describe('startHealthServer', () => {
  it('is alive always, ready only without a problem, and says which', async () => {
    let problem: string | null = null;
    const server = await startHealthServer({ host: '127.0.0.1', port: 0, findProblem: () => problem });
    const ask = async (path: string, method = 'GET'): Promise<[number, unknown]> => {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
      return [response.status, await response.json()];
    };
    expect(await ask('/readyz')).toEqual([200, { status: 'ready' }]);
    problem = 'not connected';
    expect(await ask('/readyz')).toEqual([503, { status: 'not ready', reason: 'not connected' }]);
    expect(await ask('/healthz')).toEqual([200, { status: 'alive' }]);
    expect((await ask('/other'))[0]).toBe(404);
    expect((await ask('/readyz', 'POST'))[0]).toBe(405);
    const second = startHealthServer({ host: '127.0.0.1', port: server.port, findProblem: () => null });
    await expect(second).rejects.toMatchObject({ code: 'config/bad-value', exitCode: 2 });
    await server.close();
    await expect(fetch(`http://127.0.0.1:${server.port}/healthz`)).rejects.toThrow();
  });
});
