import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';

/** What esbuild writes for `{ ...one, more }` and `const { one, ...rest } = all` when it is to spell them out; it numbers names that a file has already. */
const VALUES = /var (__spreadValues\d*) = \((\w+), (\w+)\) => \{/;
const PROPS = /var (__spreadProps\d*) = \((\w+), (\w+)\) => __defProps\d*\(\2, __getOwnPropDescs\d*\(\3\)\);/;
const REST = /var (__objRest\d*) = \((\w+), (\w+)\) => \{/;

/** A part of a literal that is worked out when it is read. */
const ACCESSOR = /\b[gs]et\s+[\w$"'[][^\n]*\)\s*\{/;

/** That no name is there by which assigning would give an object another prototype, where a spread gives it a property. */
const isPlain = (name: string): string =>
  `${name} === null || ${name} === undefined || !Object.hasOwn(${name}, "__proto__")`;

/**
 * What esbuild has spelled out, by `Object.assign`: each name that stands behind a spread, as in `{ ...row, more, less }`, costs V8 of Node.js 20 half a microsecond to
 * a whole one, twenty times what assigning costs (`tests/app/spread-transform`), and a page has hundreds. On the same lines, so that stacks stay right.
 * @param own whether lint keeps accessors out of literals that spread, as in the host; other code keeps them, and only what it spreads itself is quick
 * @throws Error when esbuild writes something else than it did
 */
export function quickSpread(code: string, own: boolean): string {
  const values = VALUES.exec(code)?.[1];
  if (values === undefined && code.includes('__spreadValues'))
    throw new Error('esbuild spells spreads out in another way: see core/plugins/spread-transform.ts.');
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

/** Has esbuild write its files with {@link quickSpread}. */
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
