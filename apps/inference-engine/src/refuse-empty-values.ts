import type { Command } from 'commander';

/** An empty text names nothing, in any option and argument: usually a variable of the shell that is not set. Ends as wrong usage. */
export function refuseEmptyValues(command: Command): void {
  const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.includes(''));
  for (const option of command.options) if (isEmpty(command.getOptionValue(option.attributeName()))) command.error(`error: ${option.long ?? option.flags} is given an empty value`);
  for (const [index, argument] of command.registeredArguments.entries()) if (isEmpty(command.processedArgs[index])) command.error(`error: the argument ${argument.name()} is empty`);
}
