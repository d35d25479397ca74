export { InterruptedError, watchInterrupts } from './watch-interrupts.js';
