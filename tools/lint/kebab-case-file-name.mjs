import { basename } from 'node:path';

/** `frame-plan.ts`, `frame-plan.int.spec.ts`, `eslint.config.mjs`. */
export const kebabCaseFileName = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

export const kebabCaseFileNameRule = {
  meta: { type: 'problem', schema: [], messages: { name: 'The file name "{{name}}" is not in kebab-case.' } },
  create: (context) => ({
    Program(node) {
      const name = basename(context.filename);
      if (!kebabCaseFileName.test(name)) context.report({ node, loc: { line: 1, column: 0 }, messageId: 'name', data: { name } });
    },
  }),
};
