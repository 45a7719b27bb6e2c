import { join } from 'node:path';
import { CONTEXT, type Messages, readCatalogs } from '../i18n/catalog.js';
import type { Finding } from './finding.js';
import { lineNumberAt, type Source } from './plugin-files.js';

/** A translatable text that was found in a source file. */
export interface FoundText {
  readonly text: string;
  readonly index: number;
}

const QUOTED_TEXT = `(?:'((?:[^'\\\\]|\\\\.)*)'|"((?:[^"\\\\]|\\\\.)*)")`;
/** Matches translation calls in code with a constant text. Texts that are composed at run time cannot be translated. */
const CODE_TEXT = new RegExp(`(?<![\\w$])(?:__|_n|_x|translate)\\(\\s*${QUOTED_TEXT}(?:,\\s*${QUOTED_TEXT})?`, 'g');
const VIEW_TEXT = new RegExp(`(?:\\{\\{\\{?|\\()(?:__|_n|_x) ${QUOTED_TEXT}(?: ${QUOTED_TEXT})?`, 'g');

/** Returns the texts that a module or template passes to translation functions. */
export function findTexts(source: string, kind: 'code' | 'view'): FoundText[] {
  return [...source.matchAll(kind === 'code' ? CODE_TEXT : VIEW_TEXT)]
    .map(({ 1: single, 2: double, index }) => ({ text: unescapeString(single ?? double ?? ''), index }))
    .filter(({ text }) => text !== '');
}

/** Resolves the escape sequences of a string literal. */
export function unescapeString(text: string): string {
  return text.replace(/\\(.)/g, (_all, character: string) => (character === 'n' ? '\n' : character));
}

/**
 * Reports texts that are missing in the catalogs of a plugin or theme.
 * @param root Plinth's root folder; templates also use the texts of its catalogs
 */
export function checkTexts(folder: string, sources: readonly Source[], textDomain: string, root: string): Finding[] {
  const coreTexts = new Set([...readCatalogs(join(root, 'core/i18n/languages')).values()].flatMap(catalogTexts));
  const texts = sources
    .flatMap(({ path, text, kind }) =>
      findTexts(text, kind).map((found) => ({ path, line: lineNumberAt(text, found.index), text: found.text, kind })),
    )
    .filter(({ text, kind }) => kind === 'code' || !coreTexts.has(text));
  const catalogs = readCatalogs(join(folder, 'languages'));
  if (texts.length > 0 && catalogs.size === 0) {
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
  return [...catalogs].flatMap(([locale, messages]) => {
    const known = new Set(catalogTexts(messages));
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

/** Returns the texts for which a catalog has a translation. */
function catalogTexts(messages: Messages): string[] {
  return Object.keys(messages).map((key) => key.split(CONTEXT).at(-1) ?? '');
}
