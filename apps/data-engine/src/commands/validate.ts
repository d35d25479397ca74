import { type Command, Option } from 'commander';

interface ValidateFlags {
  mediaRoot?: string;
  roundsAlias?: string;
  format: 'text' | 'json' | 'sarif';
  json?: boolean;
}

export function registerValidateCommand(program: Command): void {
  program
    .command('validate')
    .summary('check benchmark files against every rule')
    .description('Checks the items of files, or of the *.jsonl of folders (not of their subfolders), against every rule. Ends with 1 when there is an error finding. At most 5,000 findings of each code are listed, all are counted.')
    .argument('<paths...>', 'files or folders')
    .option('--media-root <dir>', 'also check the items against the media below this folder')
    .option('--rounds-alias <file>', 'YAML file with the names that fields of streaming items have in these files')
    .addOption(new Option('--format <format>', 'how to print the report').choices(['text', 'json', 'sarif']).default('text'))
    .option('--json', 'the same as --format json')
    .action(async (paths: string[], flags: ValidateFlags, command: Command) => {
      if (flags.json === true && flags.format !== 'json' && command.getOptionValueSource('format') === 'cli') command.error(`error: --json and --format ${flags.format} contradict each other`);
      const { runValidate } = await import('../compose-validate.js');
      const { text, hasErrors } = await runValidate({ paths, mediaRoot: flags.mediaRoot ?? null, roundsAlias: flags.roundsAlias ?? null, format: flags.json === true ? 'json' : flags.format });
      process.stdout.write(text);
      if (hasErrors) process.exitCode = 1;
    });
}
