import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Handlebars from 'handlebars';

const ROOT = join(__dirname, '../..');
const FOLDERS = ['core', 'plugins', 'themes', 'templates'];

/** Returns the files of the product with one of these extensions. */
const filesOf = (pattern: RegExp): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => pattern.test(path) && !/(?:^|\/)assets\/[^/]+\.js$/.test(path))
      .map((path) => join(folder, path)),
  );
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

type Node = Readonly<Record<string, unknown>>;

/** Returns the names that a view reads from its data. */
function namesIn(node: unknown, names = new Set<string>(), own = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(node)) for (const item of node) namesIn(item, names, own);
  else if (typeof node === 'object' && node !== null) {
    const { type, data, parts, blockParams } = node as Node;
    if (Array.isArray(blockParams)) for (const name of blockParams) own.add(String(name));
    if (type === 'PathExpression' && data !== true) for (const part of parts as unknown[]) names.add(String(part));
    // The name of an inline partial is defined by the view itself.
    if (type === 'DecoratorBlock' || type === 'PartialStatement') own.add(partialName(node as Node));
    for (const [key, value] of Object.entries(node)) if (key !== 'loc') namesIn(value, names, own);
  }
  return new Set([...names].filter((name) => !own.has(name)));
}

function partialName({ name, params }: Node): string {
  const first = (name ?? (params as Node[] | undefined)?.[0]) as Node | undefined;
  return String(first?.['original'] ?? '');
}

describe('names shared by views, scripts and code', () => {
  const sources = filesOf(/\.(?:ts|mjs|json)$/)
    .map(textOf)
    .join('\n');
  const views = filesOf(/\.hbs$/);
  const identifiers = new Set(sources.match(/[A-Za-z_$][\w$]*/g));

  it('lets views read only names that the code knows', () => {
    const unknown = views.flatMap((path) =>
      [...namesIn(Handlebars.parse(textOf(path)))]
        .filter((name) => /^[A-Za-z_]\w*$/.test(name) && !identifiers.has(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('lets scripts read only data attributes that a view or the code writes', () => {
    const names = new Set([
      ...[...sources.matchAll(/dataset(?:\.|\[')([A-Za-z]\w*)/g)].map(([, name = '']) => name),
      ...[...sources.matchAll(/const \{(.+)\} = [\w.]+\.dataset/g)].flatMap(([, list = '']) =>
        list.split(',').map((part) => part.trim().split(/[:=\s]/)[0] ?? ''),
      ),
    ]);
    const written = views.map(textOf).join('\n') + sources;
    const missing = [...names].filter((name) => {
      const attribute = `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      const isWritten = new RegExp(
        `(?<!\\[)${attribute}(?![\\w-])|dataset(?:\\.${name}|\\['${name}'\\]) (?:=|\\?\\?=) `,
      );
      return name !== '' && !isWritten.test(written);
    });
    expect(missing).toEqual([]);
  });
});
