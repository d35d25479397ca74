import { type Machine, renderMachine } from './inspect-machine.js';

const machine: Machine = {
  ready: false,
  engine: '0.1.0',
  node: { version: '20.18.0', is_new_enough: false },
  ffmpeg: { missing: 'no usable ffmpeg was found', how_to_mend: 'install it' },
  sharp: { version: '0.35.0' },
  free_disk_bytes: { folder: '/data', bytes: 12_340_000_000 },
  nats_server: null,
};

describe('doctor', () => {
  it('says what is missing and how to mend it', () => {
    expect(renderMachine(machine).split('\n')).toEqual([
      'medstream-data  0.1.0',
      'node            20.18.0: too old, 20.19 is needed',
      'ffmpeg          missing: no usable ffmpeg was found',
      '                how to mend: install it',
      'sharp           0.35.0',
      'free disk       12.3 GB in /data',
      'nats-server     not found; the commands do without, a service on this machine needs one somewhere',
      '',
    ]);
  });
});
