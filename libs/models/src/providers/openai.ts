import { createChatModel } from '../create-chat-model.js';
import type { Provider } from '../provider.js';
import { readOpenAiFailure } from '../read-failure-facts.js';
import { readOpenAiReply } from '../read-open-ai-reply.js';
import { readServerAddress } from '../read-server-address.js';

/** Sent with every call (protocol medstream-1, contracts.md section 5). */
const SETTINGS = { api: 'chat-completions', temperature: 0, max_output_tokens: 512 } as const;

/** Any server that speaks OpenAI's chat completions: vLLM, SGLang, Ollama, llama.cpp, LM Studio. */
export const provider: Provider = {
  id: 'openai',
  title: 'any server that speaks OpenAI chat completions: vLLM, SGLang, Ollama, llama.cpp, LM Studio',
  names: null,
  defaultBaseUrl: null,
  hasServer: true,
  keyVariable: 'OPENAI_API_KEY',
  createModel({ modelName, options, waiting, preset }) {
    const name = `openai:${modelName}`;
    const { apiKey } = options;
    const endpoint = readServerAddress(options.baseUrl, name);
    const request = preset?.request ?? {};
    return createChatModel(
      {
        name,
        endpoint,
        apiKey,
        settings: SETTINGS,
        request,
        keyHeaders: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
        connect: async (fetchUrl) => {
          const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
          // preset fields go beside those of the SDK, which the preset may not replace
          const transformRequestBody = (body: Record<string, unknown>): Record<string, unknown> => ({ ...request, ...body });
          return createOpenAICompatible({ name: 'openai', baseURL: endpoint, apiKey, fetch: fetchUrl, transformRequestBody }).chatModel(modelName);
        },
        readReply: readOpenAiReply,
        readFailure: readOpenAiFailure,
      },
      options,
      waiting,
    );
  },
};
