import type { Command } from 'commander';

import type { CommandContext } from '../command-context.js';

/** `doctor`: what this machine has and lacks. */
export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .summary('say what this machine has and lacks')
    .description('Checks Node, ffmpeg, the picture library, the cache folder and the free disk space.')
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { describeMachine, inspectMachine } = await import('../compose-doctor.js');
      const machine = await inspectMachine(context);
      context.print(json ? `${JSON.stringify(machine, null, 2)}\n` : describeMachine(machine));
      if (!machine.ready) context.setExitCode(3);
    });
}
