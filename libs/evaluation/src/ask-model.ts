import { EngineError, type ErrorCode, isEngineError } from '@medstream/schema';

import type { Answerer, ModelReply, ReplyRequest } from './ports.js';

type Asked = Pick<Extract<Answerer, { kind: 'model' }>, 'ask' | 'spending'>;

/** Errors after which nothing more is asked, while calls under way may end. */
const ORDERLY_STOPS: readonly ErrorCode[] = ['run/cost-limit', 'model/quota-used-up', 'model/failing'];

/**
 * Makes one call within the limit of costs, and counts it.
 *
 * @throws EngineError `run/cost-limit` before a call that could pass the limit; `model/quota-used-up` or `model/failing` when
 *   the server takes no further call
 */
export async function askModel({ ask, spending }: Asked, request: ReplyRequest): Promise<ModelReply> {
  const permit = spending?.admit(request);
  let reply: ModelReply | null = null;
  try {
    reply = await ask(request);
  } finally {
    permit?.settle(reply === null || reply.status === 'transport_error' ? 'not-answered' : reply.usage);
  }
  if (reply.endsRun !== true || reply.error === undefined) return reply;
  throw new EngineError(reply.error.code as ErrorCode, reply.error.message, { hint: 'give the same command with --resume later; nothing that was answered is asked again' });
}

/** True for an end of the asking that is no fault of what is under way. */
export function stopsInOrder(error: unknown): boolean {
  return isEngineError(error) && ORDERLY_STOPS.includes(error.code);
}
