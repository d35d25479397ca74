import type { z } from 'zod';

/** One problem of a record: the field as people write it and what was expected. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** Turns a zod error into fields and sentences, in the order found. */
export function describeIssues(error: z.ZodError): FieldProblem[] {
  return error.issues.map((issue) => ({ path: formatFieldPath(issue.path), message: issue.message }));
}

/** `['rounds', 2, 'current_time']` becomes `rounds[2].current_time`. */
export function formatFieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
