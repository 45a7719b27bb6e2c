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

/** Returns the folder of the code that renders a view: its plugin, or the core. */
const codeFolderOf = (path: string): string => /^plugins\/[^/]+/.exec(path)?.[0] ?? 'core';
/** Returns the code of a folder. */
const codeOf = (folder: string): string =>
  filesOf(/\.(?:ts|mjs|json)$/)
    .filter((path) => path.startsWith(`${folder}/`))
    .map(textOf)
    .join('\n');

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

  it('lets views read only names that the code of the same plugin, or the core, has', () => {
    const identifiers = new Map<string, ReadonlySet<string>>();
    const identifiersOf = (folder: string): ReadonlySet<string> => {
      const known = identifiers.get(folder) ?? new Set(codeOf(folder).match(/[A-Za-z_$][\w$]*/g));
      identifiers.set(folder, known);
      return known;
    };
    const unknown = views.flatMap((path) =>
      [...namesIn(Handlebars.parse(textOf(path)))]
        .filter((name) => /^[A-Za-z_]\w*$/.test(name))
        .filter((name) => ![codeFolderOf(path), 'core'].some((folder) => identifiersOf(folder).has(name)))
        .map((name) => `${path}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('has a style for each class whose last part is filled in by a view', () => {
    const styles = [...filesOf(/\.css$/), ...views].map(textOf).join('\n');
    const unstyled = views.flatMap((path) =>
      [...textOf(path).matchAll(/([a-z][\w-]*--)\{\{/g)]
        .filter(([, prefix = '']) => !styles.includes(`.${prefix}`))
        .map(([, prefix]) => `${path}: ${prefix}`),
    );
    expect(unstyled).toEqual([]);
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
