import type { BatchReply, DescribeRequest, ModelReply } from '@medstream/evaluation';
import { createModel, type ModelRequest, parseModelSpec, redactSecrets } from '@medstream/models';
import { EngineError, parseJsonText } from '@medstream/schema';

/** Path of a request inside a batch, whatever the address of the server. */
const REQUEST_URL = '/v1/chat/completions';
/** A reply that ends the capture of a request. */
const ANY_REPLY = { choices: [{ index: 0, message: { role: 'assistant', content: '-' }, finish_reason: 'stop' }] };
const NO_PICTURES: ModelRequest = { prompt: '-', images: [] };

export interface BatchModel {
  endpoint: string | null;
  /** The very body that the run would send: made by the provider itself, and caught before the wire. */
  describeRequest: DescribeRequest;
  /** Reads a line of the vendor as the provider reads an answer of the server. */
  readReply: (reply: BatchReply) => Promise<ModelReply>;
}

/**
 * The batch side of a model; asks nobody.
 *
 * @param apiKey taken out of replies and errors, should the vendor repeat it
 *
 * @throws EngineError `usage/bad-argument` for a provider without batch files of this form
 */
export function composeBatchModel(spec: string, { baseUrl, apiKey }: { baseUrl: string | undefined; apiKey: string | undefined }): BatchModel {
  if (parseModelSpec(spec).provider !== 'openai') {
    throw new EngineError('usage/bad-argument', `batch files are those of OpenAI's form, and ${spec} is asked otherwise`, { hint: 'name a model as openai:NAME with its --base-url, or run it without a batch' });
  }
  const create = (fetchUrl: typeof fetch) =>
    createModel(spec, {
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(apiKey === undefined ? {} : { apiKey }),
      decodeImage: async () => Promise.reject(new EngineError('defect/broken-promise', 'a batch decoded a picture')),
      fetch: fetchUrl,
      // a line that failed is what it is: the run itself asks again
      sleep: async () => undefined,
    });
  return {
    endpoint: create(fetch).endpoint,
    async describeRequest({ prompt, images, signal }) {
      const sent: { body: unknown } = { body: null };
      const model = create(async (_, init) => {
        sent.body = parseJsonText(typeof init?.body === 'string' ? init.body : '', 'the body of a request');
        return Response.json(ANY_REPLY);
      });
      await model.generate({ prompt, images, ...(signal === undefined ? {} : { signal }) });
      return { url: REQUEST_URL, body: sent.body };
    },
    async readReply({ response, error }) {
      if (response === null || response === undefined) return describeFailure(spec, `the batch holds no answer${describeReason(error)}`, apiKey);
      const { status_code: status, body } = response;
      if (!mayHoldBody(status)) return describeFailure(spec, `the line states HTTP ${status}, which no answer has`, apiKey);
      const reply = await create(async () => Response.json(body ?? error ?? null, { status })).generate(NO_PICTURES);
      return { ...reply, latencyMs: null, attempts: 1 };
    },
  };
}

/** Only such an answer can be made of a line. */
function mayHoldBody(status: number): boolean {
  return status >= 200 && status <= 599 && ![204, 205, 304].includes(status);
}

/** A request that came to no answer: expired, cancelled, or failed before the model. */
function describeFailure(spec: string, words: string, apiKey: string | undefined): ModelReply {
  return { status: 'transport_error', text: null, usage: null, latencyMs: null, attempts: 1, error: { code: 'model/failing', message: redactSecrets(`${spec}: ${words}`, [apiKey]) } };
}

/** What a vendor says of a request that was not answered, in brackets; anything may come. */
function describeReason(error: unknown): string {
  const { code, message } = (typeof error === 'object' ? error : { message: error }) as { code?: unknown; message?: unknown } ?? {};
  const reason = [code, message].filter((text) => typeof text === 'string' && text !== '').join(': ');
  return reason === '' ? '' : ` (${reason})`;
}
