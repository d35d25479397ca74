import { EngineError } from '@medstream/schema';

import { packError, unpackAnswer } from './video-message.js';

function travel(error: unknown): unknown {
  try {
    unpackAnswer(structuredClone(packError(error)));
  } catch (arrived) {
    return arrived;
  }
  throw new Error('expected an error to arrive');
}

describe('errors between threads', () => {
  it('keep code, message, hint, details and stack', () => {
    const sent = new EngineError('media/undecodable', 'no picture', { hint: 'copy it again', details: { file: 'a.mp4', skip: () => 1 } });
    const arrived = travel(sent) as EngineError;
    expect(arrived).toBeInstanceOf(EngineError);
    expect(arrived).toMatchObject({ code: 'media/undecodable', message: 'no picture', hint: 'copy it again', details: { file: 'a.mp4' }, stack: sent.stack });
  });

  it('that are no errors of ours arrive as defects', () => {
    const arrived = travel(new RangeError('too far')) as Error;
    expect(arrived).not.toBeInstanceOf(EngineError);
    expect(arrived.message).toBe('RangeError: too far');
    expect((travel('a text') as Error).message).toBe('Error: a text');
  });
});
