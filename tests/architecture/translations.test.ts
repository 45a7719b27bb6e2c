import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTexts, unescapeString } from '../../core/dev-tools/check-texts.js';
import { readCatalogs } from '../../core/i18n/catalog.js';

const root = join(__dirname, '../..');
const QUOTED = `(?:'((?:[^'\\\\]|\\\\.)*)'|"((?:[^"\\\\]|\\\\.)*)")`;
/** Messages written in English and translated when they are displayed. */
const SHOWN_LATER = new RegExp(`(?:new WpError\\(|\\.add\\()'\\w+', ${QUOTED}`, 'g');
/** Folders whose errors are displayed on the login screen and in the admin. */
const SHOWS_ERRORS = /core\/(?:auth\/(?:login|application-passwords|users-fields)|plugins\/lifecycle|content\/posts)/;

function filesOf(folder: string, end: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && end.test(entry.name) && !/\/(?:node_modules|assets)(?:\/|$)/.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The English texts in a folder's code and views. */
function textsOf(folders: readonly string[]): Set<string> {
  const texts = new Set<string>();
  for (const file of folders.flatMap((folder) => filesOf(folder, /\.ts$/))) {
    const code = readFileSync(file, 'utf8');
    for (const { text } of findTexts(code, 'code')) texts.add(text);
    if (!SHOWS_ERRORS.test(file)) continue;
    for (const [, single, double] of code.matchAll(SHOWN_LATER))
      texts.add(
        unescapeString(single ?? double ?? '')
          .replace(/<[^>]*>/g, '')
          .replace(/^Error:\s*/, ''),
      );
  }
  for (const file of folders.flatMap((folder) => filesOf(folder, /\.hbs$/))) {
    for (const { text } of findTexts(readFileSync(file, 'utf8'), 'view')) texts.add(text);
  }
  texts.delete('');
  return texts;
}

const domains: readonly [name: string, languages: string, folders: readonly string[]][] = [
  ['the host', 'core/i18n/languages', ['core', 'templates', 'themes']],
  ...readdirSync(join(root, 'plugins'))
    .filter((id) => existsSync(join(root, 'plugins', id, 'languages')))
    .map((id): [string, string, string[]] => [`the plugin ${id}`, `plugins/${id}/languages`, [`plugins/${id}`]]),
];

describe.each(domains)('Polish translations of %s', (_name, languages, folders) => {
  const polish = readCatalogs(join(root, languages)).get('pl_PL') ?? {};
  const byText = new Map(Object.entries(polish).map(([key, forms]) => [key.split('\u0004').at(-1) ?? '', forms]));
  const texts = textsOf(folders.map((folder) => join(root, folder)));

  it('contain every text', () => {
    expect([...texts].filter((text) => !byText.has(text)).sort()).toEqual([]);
  });

  it('have one or three plural forms and the same placeholders', () => {
    const placeholdersOf = (text: string): string[] =>
      (text.match(/%(?:\d+\$)?[sd]/g) ?? []).map((placeholder) => placeholder.replace(/\d+\$/, '')).sort();
    const errors: string[] = [];
    for (const text of texts) {
      const forms = byText.get(text);
      if (!Array.isArray(forms)) continue;
      if (forms.length !== 1 && forms.length !== 3) errors.push(`${text}: ${forms.length} forms`);
      for (const form of forms)
        if (placeholdersOf(form).join() !== placeholdersOf(text).join() && forms.length === 1)
          errors.push(`${text} → ${form}`);
    }
    expect(errors).toEqual([]);
  });
});
