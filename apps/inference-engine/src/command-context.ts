import type { ExitCode } from '@medstream/schema';

import type { Environment } from './config.js';

/** What a command gets from the program round it. */
export interface CommandContext {
  environment: Environment;
  engineVersion: string;
  /** Results. */
  print: (text: string) => void;
  /** Progress, warnings and errors. */
  printNote: (text: string) => void;
  /** Whether progress may be drawn over. */
  isTerminal: boolean;
  /** Aborted by Ctrl-C; asking for it promises to obey, since from then on the first Ctrl-C ends nothing else. */
  signal: AbortSignal;
  /** Ends the command with a code other than 0 although it came to its end. */
  setExitCode: (code: ExitCode) => void;
}
