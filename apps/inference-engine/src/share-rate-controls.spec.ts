import { createRateControl, type PricedModel } from '@medstream/models';

import { shareRateControls } from './share-rate-controls.js';

const google = 'https://generativelanguage.googleapis.com/v1beta';
const own = 'http://127.0.0.1:8000/v1';

describe('shareRateControls', () => {
  it.each<[string, PricedModel, PricedModel, boolean]>([
    ['two models on one server of our own', { name: 'openai:a', endpoint: own }, { name: 'openai:b', endpoint: own }, true],
    ['one model on two servers', { name: 'openai:a', endpoint: own }, { name: 'openai:a', endpoint: 'http://127.0.0.1:8001/v1' }, false],
    ['one model at its vendor', { name: 'google:gemini-2.5-pro', endpoint: google }, { name: 'google:gemini-2.5-pro', endpoint: google }, true],
    // the first has no preset, thus no rate: the second would have been held to none
    ['two models at their vendor', { name: 'google:gemini-2.5-flash', endpoint: google }, { name: 'google:gemini-2.5-pro', endpoint: google }, false],
  ])('%s', (_, one, other, isShared) => {
    const share = shareRateControls();
    const make = () => createRateControl({ maxInFlight: 4 });
    expect(share(one, make) === share(other, make)).toBe(isShared);
  });
});
