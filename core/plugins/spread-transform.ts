import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * The code esbuild emits for `{ ...one, more }` and `const { one, ...rest } = all` when it lowers them; it numbers
 * names that a file already uses.
 */
const VALUES = /var (__spreadValues\d*) = \((\w+), (\w+)\) => \{/;
const PROPS = /var (__spreadProps\d*) = \((\w+), (\w+)\) => __defProps\d*\(\2, __getOwnPropDescs\d*\(\3\)\);/;
const REST = /var (__objRest\d*) = \((\w+), (\w+)\) => \{/;

/** An accessor in a literal. */
const ACCESSOR = /\b[gs]et\s+[\w$"'[][^\n]*\)\s*\{/;

/**
 * Returns a check that an object has no key that assignment would turn into a prototype, where a spread creates a
 * property.
 */
const isPlain = (name: string): string =>
  `${name} === null || ${name} === undefined || !Object.hasOwn(${name}, "__proto__")`;

/**
 * Rewrites esbuild's lowered spreads to `Object.assign`: each key after a spread, as in `{ ...row, more, less }`, costs
 * V8 of Node.js 20 half a microsecond to one microsecond, twenty times the cost of an assignment
 * (`tests/app/spread-transform`), and a page has hundreds. Line numbers are preserved, so that stack traces stay
 * correct.
 * @param own whether lint forbids accessors in literals with spreads, as in the host; in other code such literals are
 * left as they are, and only those with nothing but spreads are rewritten
 * @throws Error when esbuild's output has changed
 */
export function quickSpread(code: string, own: boolean): string {
  const values = VALUES.exec(code)?.[1];
  if (values === undefined && code.includes('__spreadValues'))
    throw new Error('esbuild compiles spreads in an unexpected way; see core/plugins/spread-transform.ts.');
  const quick = code
    .replace(
      VALUES,
      (head, _name, a: string, b: string) => `${head} if (${isPlain(b)}) return Object.assign(${a}, ${b});`,
    )
    .replace(
      REST,
      (head, _name, source: string, names: string) =>
        `${head} if (!(${isPlain(source)})) return Object.fromEntries(Object.entries(${source}).filter(([name]) => !${names}.includes(name)));`,
    );
  return own || !ACCESSOR.test(code)
    ? quick.replace(
        PROPS,
        (_all, name: string, a: string, b: string) => `var ${name} = (${a}, ${b}) => ${values}(${a}, ${b});`,
      )
    : quick;
}

/** Creates the esbuild plugin that applies {@link quickSpread}. */
export function quickSpreads(own: boolean): Plugin {
  return {
    name: 'quick-spreads',
    setup(build) {
      build.initialOptions.supported = { ...build.initialOptions.supported, 'object-rest-spread': false };
      build.initialOptions.write = false;
      build.onEnd(({ outputFiles = [] }) => {
        for (const { path, text } of outputFiles) {
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, path.endsWith('.map') ? text : quickSpread(text, own));
        }
      });
    },
  };
}
