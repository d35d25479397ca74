import type { Command } from 'commander';

export function registerDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .summary('say what this machine has and lacks')
    .description('Says what this machine has and lacks. Ends with 3 when something that builds need is missing.')
    .option('--json', 'print one JSON document')
    .action(async (flags: { json?: boolean }) => {
      const { inspectMachine, renderMachine } = await import('../inspect-machine.js');
      const machine = await inspectMachine();
      process.stdout.write(flags.json === true ? `${JSON.stringify(machine, null, 2)}\n` : renderMachine(machine));
      if (!machine.ready) process.exitCode = 3;
    });
}
