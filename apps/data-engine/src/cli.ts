import { createRequire } from 'node:module';

import { InterruptedError } from '@medstream/store/interrupts';
import { Command, CommanderError } from 'commander';

import { registerBuildCommand } from './commands/build.js';
import { registerDoctorCommand } from './commands/doctor.js';
import { registerImportCommand } from './commands/import.js';
import { registerReviewCommand } from './commands/review.js';
import { registerServeCommand } from './commands/serve.js';
import { registerSourcesCommand } from './commands/sources.js';
import { registerSubmitCommand } from './commands/submit.js';
import { registerValidateCommand } from './commands/validate.js';
import { outliveReaders } from './outlive-readers.js';
import { asksForJson, describeUsageError, type ErrorDocument } from './print-error-document.js';
import { refuseEmptyValues } from './refuse-empty-values.js';

const { version, description } = createRequire(import.meta.url)('../package.json') as { version: string; description: string };

const program = new Command('medstream-data')
  .description(description)
  .version(version)
  .option('--debug', 'show where in the code an error came from')
  .configureHelp({ showGlobalOptions: true })
  .configureOutput({
    outputError: (text, write) => write(`error usage/bad-argument: ${text.replace(/^error: /, '')}how to mend: see medstream-data --help, or --help after a command\n`),
  })
  .exitOverride();

// each command loads its libraries only when it runs, so that --help answers at once
for (const register of [registerSourcesCommand, registerBuildCommand, registerValidateCommand, registerImportCommand, registerReviewCommand, registerServeCommand, registerSubmitCommand, registerDoctorCommand]) register(program);

program.hook('preAction', (_, command) => refuseEmptyValues(command));
outliveReaders([process.stdout, process.stderr]);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = await endWith(error);
}

async function endWith(error: unknown): Promise<number> {
  // commander has printed its own message; help and version are no errors
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    printDocument(describeUsageError(error.message, 'medstream-data'));
    return 2;
  }
  if (error instanceof InterruptedError) {
    process.stderr.write('interrupted; what is finished is kept: the same command goes on from there\n');
    return error.exitCode;
  }
  const { describeFailure } = await import('./describe-failure.js');
  const { text, exitCode, document } = describeFailure(error, { debug: program.opts<{ debug?: boolean }>().debug === true });
  process.stderr.write(text);
  printDocument(document);
  return exitCode;
}

function printDocument(document: ErrorDocument): void {
  if (asksForJson(process.argv.slice(2))) process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}
