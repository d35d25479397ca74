import { boundBody } from './bound-body.js';

/** No answer came over the wire: refused, reset, no such host, broken TLS. The reason is the message. */
export class ConnectionFailure extends Error {
  constructor(cause: unknown) {
    super(describeFetchError(cause), { cause });
    this.name = 'ConnectionFailure';
  }
}

/** The same `fetch`, but for redirects, which are not followed, bodies, which have an end, and failures, which say why. */
export function createDirectFetch(fetchUrl: typeof fetch): typeof fetch {
  return async (input, init) => {
    try {
      // a redirect could carry pictures to a place that was never agreed to
      const response = await fetchUrl(input, { ...init, redirect: 'manual' });
      if (response.status > 599) throw new Error(`the server answers with the status ${response.status}, which HTTP does not have`);
      return boundBody(response);
    } catch (error) {
      throw new ConnectionFailure(error);
    }
  };
}

/** `fetch` says "fetch failed" and hides the reason in the cause; one for each address of a host in a list. */
function describeFetchError(error: unknown): string {
  const { message, cause, errors } = (error ?? {}) as { message?: unknown; cause?: unknown; errors?: unknown };
  if (Array.isArray(errors) && errors.length > 0) return [...new Set(errors.map(describeFetchError))].join('; ');
  if (cause !== undefined && cause !== null) return describeFetchError(cause);
  return typeof message === 'string' && message !== '' ? message : 'no reason given';
}
