/** What `--json` prints on standard output where a command cannot go on; the same text stands on standard error. */
export interface ErrorDocument {
  error: { code: string; message: string; hint: string | null };
}

/** Whether the command line asks for a document: read from the words, since it may be these that cannot be understood. */
export function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const options = end < 0 ? words : words.slice(0, end);
  return options.some((word, index) => word === '--json' || word === '--format=json' || (word === '--format' && options[index + 1] === 'json'));
}

/** The document of wrong usage that the argument parser found: `error: unknown option '--x'`. */
export function describeUsageError(message: string, program: string): ErrorDocument {
  return { error: { code: 'usage/bad-argument', message: message.replace(/^error: /, ''), hint: `see ${program} --help, or --help after a command` } };
}
