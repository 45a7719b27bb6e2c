import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { transformSync } from 'esbuild';
import { quickSpread } from '../../core/plugins/spread-transform.js';

const built = join(__dirname, '..', '..', 'dist', 'core');

/** What a text of TypeScript makes when it is spelled out. */
function run(source: string, own = true): Record<string, unknown> {
  const { code } = transformSync(source, {
    loader: 'ts',
    target: 'node20',
    supported: { 'object-rest-spread': false },
  });
  const found: Record<string, unknown> = {};
  runInNewContext(quickSpread(code, own), { found });
  return found;
}

describe('object spread transform of the build', () => {
  it('assigns spread properties in the order of the source', () => {
    const { one, nothing, text } = run(
      'const a = { x: 1, y: 2 }; found.one = { w: 0, ...a, y: 3, ...{ z: 4 }, x: 5 }; found.nothing = { ...null, ...undefined, ...false, q: 1 }; found.text = { ..."ab" };',
    );
    expect(JSON.stringify([one, nothing, text])).toBe('[{"w":0,"x":5,"y":3,"z":4},{"q":1},{"0":"a","1":"b"}]');
  });

  it('changes no prototype when the input has a __proto__ key', () => {
    const { spread, last, rest } = run(`const sent = JSON.parse('{"__proto__":{"isAdmin":true},"a":1,"b":2}');
      found.spread = { ...sent, c: 3 }; found.last = { c: 3, ...sent }; const { a, ...rest } = sent; found.rest = rest;`) as Record<
      string,
      Record<string, unknown>
    >;
    for (const made of [spread, last, rest])
      expect([made?.isAdmin, Object.keys(made ?? {}).includes('__proto__')]).toEqual([undefined, true]);
  });

  it('builds rest objects without the named keys and leaves the source unchanged', () => {
    const { rest, all } = run(
      'const all = { a: 1, b: 2, [Symbol.iterator]: 0, c: 3 }; const { a, ...rest } = all; found.rest = rest; found.all = all;',
    ) as Record<string, object>;
    expect([Object.keys(rest ?? {}), Object.keys(all ?? {}), Object.getOwnPropertySymbols(rest ?? {})]).toEqual([
      ['b', 'c'],
      ['a', 'b', 'c'],
      [Symbol.iterator],
    ]);
  });

  it('keeps accessors of plugins lazy', () => {
    const { made } = run(
      'let asked = 0; const a = { x: 1 }; found.made = { ...a, get y() { return ++asked; } };',
      false,
    ) as { made: { y: number } };
    expect([made.y, made.y]).toEqual([1, 2]);
  });

  it('keeps the number of lines for stack traces', () => {
    const { code } = transformSync('const a = {}; export const b = { ...a, c: 1 };', {
      loader: 'ts',
      supported: { 'object-rest-spread': false },
    });
    expect(quickSpread(code, true).split('\n').length).toBe(code.split('\n').length);
  });

  it('throws when esbuild writes spreads in an unknown form', () => {
    expect(() => quickSpread('var __spreadValues = function (a, b) {};\n__spreadValues({}, x);', true)).toThrow(
      /esbuild/,
    );
  });

  it('applies Object.assign to all compiled files of the host', () => {
    const files = readdirSync(built, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(built, file), 'utf8'));
    const spreading = files.filter((text) => /__spreadValues\d*\(/.test(text));
    expect(spreading.length).toBeGreaterThan(100);
    expect(
      spreading.filter(
        (text) => !/ return Object\.assign\(\w+, \w+\);/.test(text) || /^var \w+ = .*=> __defProps/m.test(text),
      ),
    ).toEqual([]);
  });

  it('finds no accessor in bundled plugins, which would slow their spreads', () => {
    const root = join(__dirname, '..', '..', 'plugins');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(300);
    expect(
      files.filter((file) =>
        /^\s+(?:static )?[gs]et \w+\([^)]*\)[^\n]*\{$/m.test(readFileSync(join(root, file), 'utf8')),
      ),
    ).toEqual([]);
  });
});
