/** One row of `medstream-eval models`. */
export interface ModelDescription {
  /** What to write after `--model`; NAME stands for any name that the server knows. */
  name: string;
  title: string;
  needsBaseUrl: boolean;
  /** Environment variable its key is read from; null where there is none. */
  keyVariable: string | null;
  readsFrames: boolean;
}

/**
 * Every model that can be named.
 *
 * @param baselineNames names of baselines without their provider, as the evaluation knows them
 */
export function listModels(baselineNames: readonly string[] = []): ModelDescription[] {
  return [
    { name: 'openai:NAME', title: 'any server that speaks OpenAI chat completions: vLLM, SGLang, Ollama, llama.cpp, LM Studio', needsBaseUrl: true, keyVariable: 'OPENAI_API_KEY', readsFrames: true },
    { name: 'demo:shapes', title: 'reads the shapes of generated demo media; no server, no weights', needsBaseUrl: false, keyVariable: null, readsFrames: true },
    ...baselineNames.map((name) => ({ name: `baseline:${name}`, title: 'policy that looks at no picture', needsBaseUrl: false, keyVariable: null, readsFrames: false })),
  ];
}
