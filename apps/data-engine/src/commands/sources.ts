import type { Command } from 'commander';

interface SourcesFlags {
  json?: boolean;
  example?: string;
}

export function registerSourcesCommand(program: Command): void {
  program
    .command('sources')
    .summary('list the data sets that can be built, or write a tiny example of one')
    .description('Lists the data sets that can be built. With --example NAME DIR a tiny invented copy of one, with media, is written to DIR, which is then a valid --root.')
    .option('--json', 'print the list, or what was written, as one JSON document')
    .option('--example <name>', 'write an example of this source to DIR')
    .argument('[dir]', 'where the example goes: a new or empty folder')
    .action(async (dir: string | undefined, flags: SourcesFlags, command: Command) => {
      const { listSourcesAsText, listSourcesAsJson, writeExample } = await import('../compose-sources.js');
      const asJson = flags.json === true;
      if (flags.example !== undefined) process.stdout.write(await writeExample(flags.example, dir, { asJson }));
      else if (dir !== undefined) command.error('error: DIR is taken only with --example NAME');
      else process.stdout.write(asJson ? listSourcesAsJson() : listSourcesAsText());
    });
}
