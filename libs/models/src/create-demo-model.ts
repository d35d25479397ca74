import { answerDemoQuestion } from './answer-demo-question.js';
import type { DecodeImage, Model, Waiting } from './model.js';
import { readDemoPrompt } from './read-demo-prompt.js';
import { type DemoScene, readDemoScene } from './read-demo-scene.js';

/** Names after `demo:`. */
export const DEMO_MODEL_NAMES: readonly string[] = ['shapes'];

/**
 * `demo:shapes`: a model without weights that reads the visual code of generated media (DEMO_SCENE) from the pictures and
 * the question from the prompt, so that a whole evaluation can be tried anywhere. It is given what every model is given.
 */
export function createDemoModel({ decodeImage, now }: { decodeImage: DecodeImage; now: Waiting['now'] }): Model {
  return {
    name: 'demo:shapes',
    settings: { reader: 'shapes-2' },
    endpoint: null,
    async generate({ prompt, images, signal }) {
      const startMs = now();
      const scenes: DemoScene[] = [];
      for (const image of images) {
        signal?.throwIfAborted();
        scenes.push(readDemoScene(await decodeImage(image.bytes), image.timestampSec));
      }
      const text = answerDemoQuestion(readDemoPrompt(prompt), scenes);
      return { status: 'ok', text, usage: null, latencyMs: Math.max(0, now() - startMs), attempts: 1 };
    },
    checkReachable: async (signal) => signal?.throwIfAborted(),
  };
}
