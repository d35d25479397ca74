import { createRequire } from 'node:module';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

/** The engine's own version, as `--version` prints it. */
export const ENGINE_VERSION = version;
