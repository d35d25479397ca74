import { readFileSync } from 'node:fs';

import { runFloor } from './frames-floor.mjs';

// node run-floor.mjs WORK.json: { ffmpeg, clip, spans, fps }
await runFloor(JSON.parse(readFileSync(process.argv[2], 'utf8')));
