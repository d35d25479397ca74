import { EngineError } from '@medstream/schema';

import { createDemoModel, DEMO_MODEL_NAMES } from '../create-demo-model.js';
import type { Provider } from '../provider.js';

/** A model without weights for generated demo media. */
export const provider: Provider = {
  id: 'demo',
  title: 'reads the shapes of generated demo media; no server, no weights',
  names: DEMO_MODEL_NAMES,
  defaultBaseUrl: null,
  hasServer: false,
  keyVariable: null,
  createModel({ modelName, options, waiting }) {
    if (!DEMO_MODEL_NAMES.includes(modelName)) {
      throw new EngineError('model/unknown', `there is no model "demo:${modelName}"`, { hint: `The only names are ${DEMO_MODEL_NAMES.join(', ')}.` });
    }
    return createDemoModel({ decodeImage: options.decodeImage, now: waiting.now });
  },
};
