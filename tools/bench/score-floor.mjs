// What scoring is compared with: reads the files line by line and parses each line, and does nothing with it. node score-floor.mjs FILE…
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

let records = 0;
for (const file of process.argv.slice(2)) {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (JSON.parse(line) !== null) records += 1;
  }
}
process.stdout.write(`${records}\n`);
