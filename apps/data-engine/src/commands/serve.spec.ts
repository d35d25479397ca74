import { SERVICE_VARIABLES } from '@medstream/bus';
import { Command } from 'commander';

import { registerServeCommand } from './serve.js';

/** The help as it is printed, with line breaks and indents made single spaces. */
function printHelp(): string {
  const program = new Command('medstream-data');
  registerServeCommand(program);
  let text = '';
  const [serve] = program.commands;
  serve?.configureOutput({ writeOut: (part) => (text += part) });
  serve?.outputHelp();
  return text.replaceAll(/\s+/g, ' ');
}

describe('serve --help', () => {
  it.each(SERVICE_VARIABLES.map(([name]) => name))('tells of %s', (name) => {
    expect(printHelp()).toContain(name);
  });
});
