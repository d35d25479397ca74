import { EngineError } from '@medstream/schema';

interface KeyFacts {
  apiKey: string | undefined;
  /** `PROVIDER:NAME`. */
  name: string;
  /** Whether the calls go to the vendor itself, which always wants a key; another server may want none. */
  isVendor: boolean;
  keyVariable: string;
}

/**
 * @throws EngineError `model/missing-key` before any call for which the vendor would want one
 */
export function requireKey({ apiKey, name, isVendor, keyVariable }: KeyFacts): void {
  if (apiKey === undefined && isVendor) {
    throw new EngineError('model/missing-key', `${name} needs a key`, { hint: `Set the environment variable ${keyVariable}, or give --base-url of a server that wants none.` });
  }
}
