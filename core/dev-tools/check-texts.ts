import { join } from 'node:path';
import { CONTEXT, type Messages, readCatalogues } from '../i18n/catalogue.js';
import type { Finding } from './finding.js';
import { lineAt, type Source } from './plugin-files.js';

/** A translatable text in a source file. */
export interface FoundText {
  readonly text: string;
  readonly index: number;
}

const QUOTED = `(?:'((?:[^'\\\\]|\\\\.)*)'|"((?:[^"\\\\]|\\\\.)*)")`;
/** A constant text; texts composed at run time cannot be translated. */
const IN_CODE = new RegExp(`(?<![\\w$])(?:__|_n|_x|translate)\\(\\s*${QUOTED}(?:,\\s*${QUOTED})?`, 'g');
const IN_VIEWS = new RegExp(`(?:\\{\\{\\{?|\\()(?:__|_n|_x) ${QUOTED}(?: ${QUOTED})?`, 'g');

/** Returns the texts that a module or view passes to translation functions. */
export function textsIn(source: string, kind: 'code' | 'view'): FoundText[] {
  return [...source.matchAll(kind === 'code' ? IN_CODE : IN_VIEWS)]
    .map(({ 1: single, 2: double, index }) => ({ text: unquoted(single ?? double ?? ''), index }))
    .filter(({ text }) => text !== '');
}

/** Removes the escapes from a text in source code. */
export function unquoted(text: string): string {
  return text.replace(/\\(.)/g, (_all, character: string) => (character === 'n' ? '\n' : character));
}

/**
 * Reports texts missing from a catalog of the plugin or theme.
 * @param root Plinth's folder, whose own translations templates use too
 */
export function checkTexts(folder: string, sources: readonly Source[], textDomain: string, root: string): Finding[] {
  const hosts = new Set([...readCatalogues(join(root, 'core/i18n/languages')).values()].flatMap(textsOf));
  const texts = sources
    .flatMap(({ path, text, kind }) =>
      textsIn(text, kind).map((found) => ({ path, line: lineAt(text, found.index), text: found.text, kind })),
    )
    .filter(({ text, kind }) => kind === 'code' || !hosts.has(text));
  const catalogues = readCatalogues(join(folder, 'languages'));
  if (texts.length > 0 && catalogues.size === 0) {
    return [
      {
        level: 'warning',
        check: 'translations',
        file: '',
        line: 0,
        message: `No text is translated: there is no languages/${textDomain}-pl_PL.po and no file for another language.`,
      },
    ];
  }
  return [...catalogues].flatMap(([locale, messages]) => {
    const known = new Set(textsOf(messages));
    const missing = texts.filter(
      ({ text }, index) => !known.has(text) && texts.findIndex((other) => other.text === text) === index,
    );
    return missing.map(({ path, line, text }): Finding => ({
      level: 'warning',
      check: 'translations',
      file: path,
      line,
      message: `"${text}" is missing in languages/${textDomain}-${locale}.po.`,
    }));
  });
}

/** Returns the texts that a catalog translates. */
function textsOf(messages: Messages): string[] {
  return Object.keys(messages).map((key) => key.split(CONTEXT).at(-1) ?? '');
}
