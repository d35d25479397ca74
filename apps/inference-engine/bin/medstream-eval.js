#!/usr/bin/env node
try {
  await import('../dist/cli.js');
} catch (error) {
  const builtFile = new URL('../dist/cli.js', import.meta.url).href;
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' || error.url !== builtFile) throw error;
  console.error('medstream-eval: not built yet; run tools/setup.sh once');
  process.exitCode = 3;
}
