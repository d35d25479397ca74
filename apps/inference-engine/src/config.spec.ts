import { listKeyVariables, listModels } from '@medstream/models';

import { readEnvironment } from './config.js';

const NAMES = Object.values(listKeyVariables());
const before = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));

afterEach(() => {
  for (const name of NAMES) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

describe('readEnvironment', () => {
  it('reads the key of every provider whose description names a variable', () => {
    for (const name of NAMES) process.env[name] = `key of ${name}`;
    const { apiKeys } = readEnvironment();
    expect(new Set(listModels([]).flatMap(({ keyVariable }) => keyVariable ?? []))).toEqual(new Set(NAMES));
    expect(apiKeys).toMatchObject({ openai: 'key of OPENAI_API_KEY', google: 'key of GEMINI_API_KEY', anthropic: 'key of ANTHROPIC_API_KEY' });
  });

  it('takes an empty variable for unset', () => {
    process.env['GEMINI_API_KEY'] = '';
    expect(readEnvironment().apiKeys['google']).toBeUndefined();
  });
});
