import { CloudEvent } from 'cloudevents';

import { isEngineError, SUBJECTS } from '@medstream/schema';

import { MAX_EVENT_BYTES, readEvent } from './read-event.js';

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const data = { build_id: 'b-1', source: 'cholec80', root: 'data', out: 'out/b-1', seed: 1 };
const event = { specversion: '1.0', id: 'b-1/requested', source: '/pipeline', type: SUBJECTS.buildRequested, subject: 'b-1', data };

describe('readEvent', () => {
  it('reads what the CloudEvents SDK writes', () => {
    const written = new CloudEvent({ id: 'b-1/requested', source: '/pipeline', type: SUBJECTS.buildRequested, subject: 'b-1', data }).toString();
    expect(readEvent(SUBJECTS.buildRequested, encode(written))).toMatchObject({ id: 'b-1/requested', type: SUBJECTS.buildRequested, data });
  });

  it('is read by the CloudEvents SDK', () => {
    expect(new CloudEvent({ ...event, specversion: '1.0' }).validate()).toBe(true);
  });

  it.each<[string, string, Uint8Array, string]>([
    ['not JSON', SUBJECTS.buildRequested, encode('{'), 'not JSON'],
    ['not UTF-8', SUBJECTS.buildRequested, new Uint8Array([0xff, 0xfe]), 'UTF-8'],
    ['no envelope', SUBJECTS.buildRequested, encode(data), 'not a CloudEvents'],
    ['another version of the envelope', SUBJECTS.buildRequested, encode({ ...event, specversion: '0.3' }), 'specversion'],
    ['a type that differs from the subject', SUBJECTS.videoRequested, encode(event), 'differs from its subject'],
    ['a version of the future', 'medstream.data.build.requested.v2', encode({ ...event, type: 'medstream.data.build.requested.v2' }), 'does not know'],
    ['an id that climbs', SUBJECTS.buildRequested, encode({ ...event, data: { ...data, build_id: '../b' } }), 'build_id'],
    ['missing data', SUBJECTS.buildRequested, encode({ ...event, data: { build_id: 'b' } }), 'out'],
    ['too long', SUBJECTS.buildRequested, encode({ ...event, note: 'x'.repeat(MAX_EVENT_BYTES) }), 'bytes long'],
  ])('refuses %s', (_what, subject, bytes, reason) => {
    let caught: unknown;
    try {
      readEvent(subject, bytes);
    } catch (error) {
      caught = error;
    }
    expect(isEngineError(caught, 'bus/bad-event')).toBe(true);
    expect((caught as Error).message).toContain(reason);
  });
});
