import { acceptsTemperature } from '../accepts-temperature.js';
import { createChatModel } from '../create-chat-model.js';
import type { Provider } from '../provider.js';
import { readAnthropicReply } from '../read-anthropic-reply.js';
import { readAnthropicFailure } from '../read-failure-facts.js';
import { readServerAddress } from '../read-server-address.js';
import { requireKey } from '../require-key.js';

const DEFAULT_BASE_URL = 'https://api.anthropic.com/v1';
const SETTINGS = { api: 'messages', max_output_tokens: 512, thinking: 'disabled' } as const;

/** Claude by Anthropic's messages. */
export const provider: Provider = {
  id: 'anthropic',
  title: 'Claude models by the Anthropic API',
  names: null,
  defaultBaseUrl: DEFAULT_BASE_URL,
  hasServer: true,
  keyVariable: 'ANTHROPIC_API_KEY',
  createModel({ modelName, options, waiting, preset }) {
    const name = `anthropic:${modelName}`;
    const endpoint = readServerAddress(options.baseUrl ?? DEFAULT_BASE_URL, name);
    const { apiKey } = options;
    requireKey({ apiKey, name, isVendor: endpoint === DEFAULT_BASE_URL, keyVariable: 'ANTHROPIC_API_KEY' });
    const request = preset?.request ?? {};
    return createChatModel(
      {
        name,
        endpoint,
        apiKey,
        settings: { ...SETTINGS, temperature: acceptsTemperature(modelName) ? 0 : 'not accepted by the model' },
        request,
        keyHeaders: { 'anthropic-version': '2023-06-01', ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) },
        connect: async (fetchUrl) => {
          const { createAnthropic } = await import('@ai-sdk/anthropic');
          // an empty key keeps the SDK from looking for one in the environment
          return createAnthropic({ baseURL: endpoint, apiKey: apiKey ?? '', fetch: fetchUrl }).messages(modelName);
        },
        // newer models think unless told not to
        providerOptions: { anthropic: { thinking: { type: SETTINGS.thinking }, ...request } },
        readReply: readAnthropicReply,
        readFailure: readAnthropicFailure,
      },
      options,
      waiting,
    );
  },
};
