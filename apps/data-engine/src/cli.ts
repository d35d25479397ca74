import { createRequire } from 'node:module';

import { Command, CommanderError } from 'commander';

import { registerBuildCommand } from './commands/build.js';
import { registerDoctorCommand } from './commands/doctor.js';
import { registerServeCommand } from './commands/serve.js';
import { registerSourcesCommand } from './commands/sources.js';
import { registerSubmitCommand } from './commands/submit.js';
import { registerValidateCommand } from './commands/validate.js';

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
for (const register of [registerSourcesCommand, registerBuildCommand, registerValidateCommand, registerServeCommand, registerSubmitCommand, registerDoctorCommand]) register(program);

// whoever reads the output may stop early (| head)
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = await endWith(error);
}

async function endWith(error: unknown): Promise<number> {
  // commander has printed its own message; help and version are no errors
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { InterruptedError } = await import('./watch-signals.js');
  if (error instanceof InterruptedError) {
    process.stderr.write('interrupted; what is finished is kept: the same command goes on from there\n');
    return error.exitCode;
  }
  const { describeFailure } = await import('./describe-failure.js');
  const { text, exitCode } = describeFailure(error, { debug: program.opts<{ debug?: boolean }>().debug === true });
  process.stderr.write(text);
  return exitCode;
}
