import { createRequire } from 'node:module';

import { Command } from 'commander';

const { version, description } = createRequire(import.meta.url)('../package.json') as { version: string; description: string };

await new Command('medstream-data').description(description).version(version).parseAsync();
