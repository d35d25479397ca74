import { EngineError } from '@medstream/schema';

/**
 * Checks the address of a server and removes slashes at its end.
 *
 * @throws EngineError `usage/bad-argument` for none, one that is not http(s), or one that holds a user name, password,
 * query or fragment (they would show in logs)
 */
export function readServerAddress(baseUrl: string | undefined, model: string): string {
  const hint = 'Give the address of the server, for example --base-url http://localhost:8000/v1.';
  if (baseUrl === undefined || baseUrl === '') throw new EngineError('usage/bad-argument', `${model} needs --base-url`, { hint });
  if (!URL.canParse(baseUrl)) throw new EngineError('usage/bad-argument', '--base-url is not an address', { hint });
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new EngineError('usage/bad-argument', `--base-url begins with ${url.protocol} instead of http: or https:`, { hint });
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new EngineError('usage/bad-argument', '--base-url holds a user name, password, query or fragment', { hint: 'Keys come from environment variables only.' });
  }
  return url.href.replace(/\/+$/, '');
}
