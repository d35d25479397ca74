import { createRequire } from 'node:module';

import { Command, CommanderError } from 'commander';

import type { CommandContext } from './command-context.js';
import { addDoctorCommand } from './commands/doctor.js';
import { addFramesCommand } from './commands/frames.js';
import { addModelsCommand } from './commands/models.js';
import { addPlanCommand } from './commands/plan.js';
import { addReportCommand } from './commands/report.js';
import { addRunCommand } from './commands/run.js';
import { addScoreCommand } from './commands/score.js';
import { addServeCommand } from './commands/serve.js';
import { addSubmitCommand } from './commands/submit.js';
import { readEnvironment } from './config.js';
import { watchInterrupts } from './watch-interrupts.js';

const { version, description } = createRequire(import.meta.url)('../package.json') as { version: string; description: string };

// a reader that has seen enough (`| head`) closes the pipe; that is no failure
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const interrupts = watchInterrupts();
const context: CommandContext = {
  environment: readEnvironment(),
  engineVersion: version,
  print: (text) => void process.stdout.write(text),
  printNote: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  signal: interrupts.signal,
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
for (const add of [addModelsCommand, addPlanCommand, addFramesCommand, addRunCommand, addScoreCommand, addReportCommand, addServeCommand, addSubmitCommand, addDoctorCommand]) add(program, context);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = await endWith(error);
} finally {
  interrupts.stop();
}

async function endWith(error: unknown): Promise<number> {
  // commander has printed its own message; help and version are no errors
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (interrupts.signal.aborted) {
    context.printNote('interrupted; the same command with --resume goes on from here\n');
    return 130;
  }
  const { describeError } = await import('./print-error.js');
  const { text, exitCode } = describeError(error, { debug: program.opts<{ debug?: boolean }>().debug === true });
  context.printNote(text);
  return exitCode;
}
