#!/usr/bin/env node
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';

// on a machine with much memory V8 lets the heap grow fourfold before it collects: a run then holds much more than is in
// use (npm run bench:run-memory)
setFlagsFromString('--heap-growing-percent=30');

// Node 22 and later keep compiled code from one start to the next, in the system's folder for temporary files
module.enableCompileCache?.();

try {
  await import('../dist/cli.js');
} catch (error) {
  const builtFile = new URL('../dist/cli.js', import.meta.url).href;
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' || error.url !== builtFile) throw error;
  console.error('medstream-eval: not built yet; run tools/setup.sh once');
  process.exitCode = 3;
}
