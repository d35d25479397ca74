/** No answer came over the wire: refused, reset, no such host, broken TLS. The reason is the message. */
export class ConnectionFailure extends Error {
  constructor(cause: unknown) {
    super(describeFetchError(cause), { cause });
    this.name = 'ConnectionFailure';
  }
}

/** The same `fetch`, but for redirects, which are not followed, and for failures, which say why. */
export function createDirectFetch(fetchUrl: typeof fetch): typeof fetch {
  return async (input, init) => {
    try {
      // a redirect could carry pictures to a place that was never agreed to
      return await fetchUrl(input, { ...init, redirect: 'manual' });
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
