import { SERVICE_VARIABLES } from '@medstream/bus';

import { SERVICE_HELP } from './service-help.js';

it('names every variable that the service reads, and no other', () => {
  const named = [...SERVICE_HELP.matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name]) => name);
  expect(named.sort()).toEqual([...SERVICE_VARIABLES.map(([name]) => name), 'MEDSTREAM_INFER_SLOTS'].sort());
});
