import { EngineError } from '@medstream/schema';

import { parseBody } from './classify-failure.js';
import { ConnectionFailure } from './connection-failure.js';
import type { RetryNotice, Waiting } from './model.js';
import type { ReadFailure } from './read-failure-facts.js';
import { redactSecrets } from './redact-secrets.js';

const TRIES = 3;
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 15_000;

interface ServerToCheck {
  endpoint: string;
  /** `PROVIDER:NAME`, for messages. */
  name: string;
  apiKey: string | undefined;
  /** How this vendor is shown the key. */
  keyHeaders: Record<string, string>;
  readFailure: ReadFailure;
  fetch: typeof fetch;
  waiting: Waiting;
  onRetry?: (notice: RetryNotice) => void;
  signal?: AbortSignal;
}

/**
 * Asks the server for its list of models. Any answer will do, since not every server has such a list, but one that says
 * that the key is wrong. Tried three times, a second or two apart.
 *
 * @throws EngineError `model/unreachable`, `model/missing-key`
 */
export async function checkServer(server: ServerToCheck): Promise<void> {
  const { endpoint, name, signal, waiting } = server;
  for (let tryNumber = 1; ; tryNumber += 1) {
    signal?.throwIfAborted();
    const outcome = await askOnce(server);
    if (outcome === 'reachable') return;
    if (outcome === 'key-refused') {
      throw new EngineError('model/missing-key', `the server of ${name} at ${endpoint} does not accept the key, or wants one`, {
        hint: 'Set the environment variable of the key, see `medstream-eval models`.',
      });
    }
    if (tryNumber === TRIES) {
      throw new EngineError('model/unreachable', `no model server answers at ${endpoint} (${outcome.reason})`, { hint: 'Start the server, or correct --base-url.' });
    }
    const waitMs = PAUSE_MS * tryNumber;
    server.onRetry?.({ error: { code: 'model/unreachable', message: `${name}: ${outcome.reason}` }, attemptNumber: tryNumber + 1, attempts: TRIES, waitMs });
    await waiting.sleep(waitMs, signal);
  }
}

async function askOnce({ endpoint, apiKey, keyHeaders, readFailure, fetch: fetchUrl, signal }: ServerToCheck): Promise<'reachable' | 'key-refused' | { reason: string }> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetchUrl(`${endpoint}/models`, {
      headers: keyHeaders,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    if (response.status === 401 || response.status === 403) {
      await response.body?.cancel();
      return 'key-refused';
    }
    // Google answers 400 to a wrong key and says so in the body
    if (response.status === 400 && readFailure(parseBody(await response.text())).isKeyRefused === true) return 'key-refused';
    if (!response.bodyUsed) await response.body?.cancel();
    return 'reachable';
  } catch (error) {
    signal?.throwIfAborted();
    const reason = timeout.aborted ? `no answer within ${TIMEOUT_MS / 1000} s` : error instanceof ConnectionFailure ? error.message : String(error);
    return { reason: redactSecrets(reason, [apiKey]) };
  }
}
