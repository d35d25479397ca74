import type { Command } from 'commander';

import type { CommandContext } from '../command-context.js';

/** `models`: every model that can be named. */
export function addModelsCommand(program: Command, context: CommandContext): void {
  program
    .command('models')
    .summary('list the models that can be named')
    .description('Lists what can be written after --model.')
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { listAllModels } = await import('../compose-model.js');
      const models = listAllModels();
      if (json) {
        const rows = models.map(({ name, title, needsBaseUrl, keyVariable, readsFrames }) => ({ name, title, needs_base_url: needsBaseUrl, key_variable: keyVariable, reads_frames: readsFrames }));
        return context.print(`${JSON.stringify({ models: rows }, null, 2)}\n`);
      }
      const width = Math.max(...models.map(({ name }) => name.length)) + 2;
      for (const { name, title, needsBaseUrl, keyVariable } of models) {
        const needs = [needsBaseUrl ? '--base-url' : null, keyVariable === null ? null : `${keyVariable} where the server wants a key`].filter((need) => need !== null);
        context.print(`${name.padEnd(width)}${title}${needs.length === 0 ? '' : ` (${needs.join(', ')})`}\n`);
      }
    });
}
