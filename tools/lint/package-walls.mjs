import { relative } from 'node:path';

/** Packages that one part of the workspace alone may load, in whatever way: import, export … from, import(), require, import type. */
export const packageWalls = [
  { packages: /^@nestjs\//, allowedIn: /^apps\//, message: 'NestJS appears only under apps/.' },
  { packages: /^@nats-io\//, allowedIn: /^libs\/bus\//, message: '@nats-io/* is imported only by libs/bus; take a function of @medstream/bus.' },
  {
    packages: /^(sharp|ffmpeg-static)(\/|$)/,
    allowedIn: /^libs\/media\//,
    message: 'sharp and ffmpeg are used only by libs/media; take a function of @medstream/media.',
  },
  {
    packages: /^(node:)?child_process$/,
    allowedIn: /^(libs\/(media|testing)\/|apps\/.*\.spec\.ts$|tools\/)/,
    message: 'Processes are started only by libs/media (libs/testing, tools and the specs of apps excepted).',
  },
];

/** ESLint rule over {@link packageWalls}. ESLint's own no-restricted-imports sees neither import() nor require. */
export const packageWallsRule = {
  meta: { type: 'problem', schema: [], messages: { wall: '"{{name}}" may not be loaded here. {{reason}}' } },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/');

    function check(source) {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const wall = packageWalls.find(({ packages, allowedIn }) => packages.test(source.value) && !allowedIn.test(file));
      if (wall) context.report({ node: source, messageId: 'wall', data: { name: source.value, reason: wall.message } });
    }

    return {
      ImportDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
      TSExternalModuleReference: (node) => check(node.expression),
      CallExpression: (node) => {
        if (loadsModules(node.callee)) check(node.arguments[0]);
      },
    };
  },
};

/** `require(…)`, `require.resolve(…)`, `createRequire(…)(…)` and whatever somebody names `requireX`. */
function loadsModules(callee) {
  if (callee.type === 'Identifier') return /^require/i.test(callee.name);
  if (callee.type === 'MemberExpression') return loadsModules(callee.object);
  return callee.type === 'CallExpression' && callee.callee.name === 'createRequire';
}
