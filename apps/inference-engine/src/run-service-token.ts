/** What Nest finds the use-cases by. */
export const RUN_SERVICE = Symbol('run-service');
