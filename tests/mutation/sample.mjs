import { createHash } from 'node:crypto';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Percentage of statements that are mutated; the selection depends only on their text and the seed. */
const share = Number(process.env.MUTATION_SHARE ?? 100);
const seed = process.env.MUTATION_SEED ?? '1';
/** Node types that are selected as a whole: they do not contain other statements. */
const WHOLE = new Set([
  'ExpressionStatement',
  'ReturnStatement',
  'VariableDeclaration',
  'ThrowStatement',
  'ClassProperty',
  'ObjectProperty',
]);

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'sample', {
    shouldIgnore(path) {
      if (path.node.type === 'IfStatement' || path.node.type === 'ConditionalExpression') {
        if (/engine === 'mysql'/.test(path.get('test').toString()))
          return 'only MariaDB goes there, and the tests run on SQLite';
      }
      // The mutation would not change the code.
      if (
        path.node.type === 'ArrowFunctionExpression' &&
        path.node.params.length === 0 &&
        path.node.body.type === 'Identifier' &&
        path.node.body.name === 'undefined'
      )
        return 'the same again';
      if (share >= 100 || !(WHOLE.has(path.node.type) || path.key === 'test') || holdsStatements(path))
        return undefined;
      const drawn = createHash('sha256').update(`${seed}\n${path.toString()}`).digest().readUInt32LE() / 2 ** 32;
      return drawn * 100 < share ? undefined : 'not drawn';
    },
  }),
];

function holdsStatements(path) {
  let found = false;
  path.traverse({
    BlockStatement(inner) {
      found = true;
      inner.stop();
    },
  });
  return found;
}
