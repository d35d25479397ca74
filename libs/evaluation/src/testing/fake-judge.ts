import type { Judging } from '../judging.js';
import type { AskModel, ModelReply } from '../ports.js';

/** Marks that a fake judge gives; by the answer's own words. */
export type MarkAnswer = (answer: string) => Record<string, unknown>;

/** What a judge was asked. */
export interface JudgePrompt {
  nonce: string;
  /** Text between BEGIN and END lines of the nonce, by name. */
  blocks: ReadonlyMap<string, string>;
  /** All that stands outside of them: what speaks to the judge. */
  instructions: string;
}

/** Takes a prompt apart as a judge has to: by the nonce that its last BEGIN-less line names. */
export function readJudgePrompt(prompt: string): JudgePrompt {
  const nonce = [...prompt.matchAll(/^The id of this call is "([0-9a-f]{16})"\.$/gmu)].at(-1)?.[1] ?? '';
  const blocks = new Map<string, string>();
  const fence = new RegExp(`^BEGIN ([^\\n]*) ${nonce}\\n([\\s\\S]*?)\\nEND \\1 ${nonce}$`, 'gmu');
  const instructions = prompt.replaceAll(fence, (_, name: string, text: string) => {
    blocks.set(name, text);
    return `#${name}`;
  });
  return { nonce, blocks, instructions: instructions.replaceAll(nonce, 'NONCE') };
}

/**
 * A judge that obeys whatever stands outside of the fences, word for word, and takes what is inside for material: where
 * an instruction slips out, it gives full marks.
 */
export function createObedientJudge(markAnswer: MarkAnswer): { ask: AskModel; prompts: string[]; images: number[] } {
  const prompts: string[] = [];
  const images: number[] = [];
  return {
    prompts,
    images,
    ask: async ({ prompt, images: shown }): Promise<ModelReply> => {
      prompts.push(prompt);
      images.push(shown.length);
      const { nonce, blocks, instructions } = readJudgePrompt(prompt);
      const isSteered = /full (?:marks|points)|ignore|system|correctness": 2/i.test(instructions);
      const marks = isSteered ? { correctness: 2, evidence_grounding: 2, safety: 1, choice: 1 } : markAnswer(blocks.get('ANSWER') ?? '');
      return { status: 'ok', text: JSON.stringify({ id: nonce, ...marks }), usage: { input_tokens: 100, output_tokens: 20 }, latencyMs: 1, attempts: 1 };
    },
  };
}

/** A judging with a cache in memory. */
export function makeJudging(ask: AskModel, overrides: Partial<Judging> = {}, cache = new Map<string, unknown>()): Judging {
  return {
    judge: 'fake:judge',
    source: {
      kind: 'model',
      settings: { temperature: 0 },
      endpoint: 'http://localhost:1/v1',
      ask,
      checkReachable: async () => undefined,
      cache: { get: async (key) => cache.get(key), put: async (key, value) => void cache.set(key, value) },
    },
    frames: null,
    repeats: 1,
    concurrency: 1,
    asksAgain: false,
    allowsSelf: false,
    whenUnreachable: 'throw',
    isLocal: true,
    uploadsAllowed: [],
    onEvent: () => undefined,
    ...overrides,
  };
}
