import { createRequire } from 'node:module';

import { watchInterrupts } from '@medstream/store/interrupts';
import { Command, CommanderError } from 'commander';

import type { CommandContext } from './command-context.js';
import { addBatchCommand } from './commands/batch.js';
import { addCompareCommand } from './commands/compare.js';
import { addDoctorCommand } from './commands/doctor.js';
import { addFramesCommand } from './commands/frames.js';
import { addModelsCommand } from './commands/models.js';
import { addPlanCommand } from './commands/plan.js';
import { addReportCommand } from './commands/report.js';
import { addRunCommand } from './commands/run.js';
import { addScoreCommand } from './commands/score.js';
import { addServeCommand } from './commands/serve.js';
import { addSubmitCommand } from './commands/submit.js';
import { addViewCommand } from './commands/view.js';
import { readEnvironment } from './config.js';
import { outliveReaders } from './outlive-readers.js';
import { asksForJson, describeUsageError, type ErrorDocument } from './print-error-document.js';
import { refuseEmptyValues } from './refuse-empty-values.js';

const { version, description } = createRequire(import.meta.url)('../package.json') as { version: string; description: string };

outliveReaders([process.stdout, process.stderr]);

const interrupts: { watch: ReturnType<typeof watchInterrupts> | null } = { watch: null };
const context: CommandContext = {
  environment: readEnvironment(),
  engineVersion: version,
  print: (text) => void process.stdout.write(text),
  printNote: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  // a command that never asks for the signal is ended by the first Ctrl-C, as any other program
  get signal() {
    interrupts.watch ??= watchInterrupts();
    return interrupts.watch.signal;
  },
  setExitCode: (code) => {
    process.exitCode = code;
  },
};

const program = new Command('medstream-eval')
  .description(description)
  .version(version)
  .option('--debug', 'show where in the code an error came from')
  .configureHelp({ showGlobalOptions: true })
  .configureOutput({ outputError: (text, write) => write(`${text.replace(/^error: /, 'error usage/bad-argument: ').trimEnd()}\nhow to mend: see medstream-eval --help, or --help after a command\n`) })
  .exitOverride();

// each command loads its libraries only when it runs, so that --help answers at once
for (const add of [addModelsCommand, addPlanCommand, addFramesCommand, addRunCommand, addScoreCommand, addReportCommand, addCompareCommand, addViewCommand, addBatchCommand, addServeCommand, addSubmitCommand, addDoctorCommand]) add(program, context);
program.hook('preAction', (_, command) => refuseEmptyValues(command));

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = await endWith(error);
} finally {
  interrupts.watch?.stop();
}

async function endWith(error: unknown): Promise<number> {
  // commander has printed its own message; help and version are no errors
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    printDocument(describeUsageError(error.message, 'medstream-eval'));
    return 2;
  }
  if (interrupts.watch?.signal.aborted === true) {
    context.printNote(`interrupted; the same command ${process.argv[2] === 'score' ? '' : 'with --resume '}goes on from here\n`);
    return 130;
  }
  const { describeError } = await import('./print-error.js');
  const { text, exitCode, document } = describeError(error, { debug: program.opts<{ debug?: boolean }>().debug === true });
  context.printNote(text);
  printDocument(document);
  return exitCode;
}

function printDocument(document: ErrorDocument): void {
  if (asksForJson(process.argv.slice(2))) context.print(`${JSON.stringify(document, null, 2)}\n`);
}
