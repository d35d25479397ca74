// Lints texts as if they stood in the given files. In: JSON [{file, text}] on standard input; out: JSON [[message]] in the same order.
// A process of its own, as ESLint runs in daily use: not inside Jest's module registry.
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const probes = JSON.parse(await text(process.stdin));
// probe files are on no disk and in no tsconfig: lint them without types
const eslint = new ESLint({
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  overrideConfig: [{ files: ['**/*.ts'], ...tseslint.configs.disableTypeChecked }],
});

const answers = [];
for (const probe of probes) {
  const [result] = await eslint.lintText(probe.text, { filePath: probe.file });
  answers.push(result.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
}
process.stdout.write(`\n${JSON.stringify(answers)}\n`);
