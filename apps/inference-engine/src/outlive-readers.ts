/**
 * Lets a command go on when the reader of one of its outputs stops early (`2>&1 | head`): what it writes counts, not who
 * watches, and a command that broke off half-way would leave its lock behind.
 */
export function outliveReaders(streams: readonly NodeJS.EventEmitter[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
