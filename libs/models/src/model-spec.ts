import { EngineError } from '@medstream/schema';

/** The two parts of `PROVIDER:NAME`. */
export interface ModelSpec {
  provider: string;
  name: string;
}

/**
 * Reads `PROVIDER:NAME`; the name may hold further colons (`openai:qwen2.5vl:7b`).
 *
 * @throws EngineError `model/unknown`
 */
export function parseModelSpec(spec: string): ModelSpec {
  const colon = spec.indexOf(':');
  const [provider, name] = [spec.slice(0, Math.max(colon, 0)), spec.slice(colon + 1)];
  if (provider === '' || name.trim() === '' || name !== name.trim()) {
    throw new EngineError('model/unknown', `"${spec}" is not a model: write PROVIDER:NAME`, { hint: 'For example openai:Qwen/Qwen2.5-VL-7B-Instruct or demo:shapes.' });
  }
  return { provider, name };
}
