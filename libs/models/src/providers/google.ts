import { createChatModel } from '../create-chat-model.js';
import type { Provider } from '../provider.js';
import { readGoogleFailure } from '../read-failure-facts.js';
import { readGoogleReply } from '../read-google-reply.js';
import { readServerAddress } from '../read-server-address.js';
import { requireKey } from '../require-key.js';

const DEFAULT_BASE_URL = 'https://generativelanguage.googleapis.com/v1beta';
/** The filters that an account may set are off: they refuse pictures with much blood, and a benchmark of filters is not wanted. */
const SETTINGS = { api: 'generate-content', temperature: 0, max_output_tokens: 512, safety_threshold: 'BLOCK_NONE' } as const;

/** Gemini by Google's generateContent. */
export const provider: Provider = {
  id: 'google',
  title: 'Gemini models by the Gemini API',
  names: null,
  defaultBaseUrl: DEFAULT_BASE_URL,
  hasServer: true,
  keyVariable: 'GEMINI_API_KEY',
  createModel({ modelName, options, waiting, preset }) {
    const name = `google:${modelName}`;
    const endpoint = readServerAddress(options.baseUrl ?? DEFAULT_BASE_URL, name);
    const { apiKey } = options;
    requireKey({ apiKey, name, isVendor: endpoint === DEFAULT_BASE_URL, keyVariable: 'GEMINI_API_KEY' });
    const request = preset?.request ?? {};
    return createChatModel(
      {
        name,
        endpoint,
        apiKey,
        settings: SETTINGS,
        request,
        keyHeaders: apiKey === undefined ? {} : { 'x-goog-api-key': apiKey },
        connect: async (fetchUrl) => {
          const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
          // an empty key keeps the SDK from looking for one in the environment
          return createGoogleGenerativeAI({ baseURL: endpoint, apiKey: apiKey ?? '', fetch: fetchUrl }).chat(modelName);
        },
        providerOptions: { google: { threshold: SETTINGS.safety_threshold, ...request } },
        readReply: readGoogleReply,
        readFailure: readGoogleFailure,
      },
      options,
      waiting,
    );
  },
};
