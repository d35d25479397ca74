import { type Command, Option } from 'commander';

interface ImportFlags {
  format: 'medstreambench' | 'cataract-vlm';
  root: string;
  out: string;
  roundsAlias?: string;
  json?: boolean;
}

const NOTES = `
medstreambench: the *.jsonl of the public release as they are, one file a data set. Their streaming fields may have names
of their own: say them with --rounds-alias, for example

  rounds: streaming_rounds
  round_fields: {current_time: [t_c, round_time], expected_output: expected, answerable: is_answerable}
  item_fields: {expected_response_time: critical_time, tolerance_sec: tolerance}

cataract-vlm: the flat folder of one-record files and clips of Cataract-Surgery-VLM-Eval.

Ids of samples stay, so that predictions made elsewhere still join. What was changed, and what was rejected for what, is
told here and in import-report.json; DIR/rejected holds each rejected record with the reasons.

Exit codes: 0 done, rejected records included; 1 some record is no item at all (the others are written); 2 wrong usage;
3 the machine lacks something.`;

export function registerImportCommand(program: Command): void {
  program
    .command('import')
    .summary('turn the files of another benchmark into clean items')
    .description('Reads the files of another benchmark as they are and writes clean items for each data set, the rejected records with the reasons, and a report of every change.')
    .addOption(new Option('--format <format>', 'what the files are').choices(['medstreambench', 'cataract-vlm']).makeOptionMandatory())
    .requiredOption('--root <dir>', 'folder of the files (its own *.jsonl, not those of its subfolders)')
    .requiredOption('--out <dir>', 'folder of the benchmark: new, empty, or of an earlier import')
    .option('--rounds-alias <file>', 'medstreambench: YAML file with the names that fields have in these files')
    .option('--json', 'print the report as one JSON document')
    .addHelpText('after', NOTES)
    .action(async (flags: ImportFlags, command: Command) => {
      if (flags.format === 'cataract-vlm' && flags.roundsAlias !== undefined) command.error('error: --rounds-alias is for --format medstreambench: this set has no rounds');
      const { runImport } = await import('../compose-import.js');
      const { text, exitCode } = await runImport({ ...flags, roundsAlias: flags.roundsAlias ?? null, json: flags.json === true });
      process.stdout.write(text);
      process.exitCode = exitCode;
    });
}
