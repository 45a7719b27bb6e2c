import type { HostFunctions } from 'plinth';
import type { SearchTerms } from '../engine/types.js';
import type { Problems, Translate } from './check-value.js';

export const SEARCH_TERMS_OPTION = 'facet_search_terms';

/**
 * Store of the owner's settings for search words.
 * @since 0.1.0
 */
export interface SearchTermsStore {
  /** Returns the saved terms; by default no synonyms, and Polish and English stop words. */
  read(): Promise<SearchTerms>;
  save(terms: Partial<SearchTerms>): Promise<void>;
}

const STOP_WORDS: readonly string[] = [
  'a',
  'aby',
  'albo',
  'dla',
  'do',
  'i',
  'jak',
  'lub',
  'na',
  'nad',
  'o',
  'od',
  'oraz',
  'po',
  'pod',
  'przy',
  'u',
  'w',
  'we',
  'z',
  'za',
  'ze',
  'an',
  'and',
  'as',
  'at',
  'by',
  'for',
  'from',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
];
const MAX_GROUPS = 500;
const MAX_PHRASES = 20;
const MAX_STOP_WORDS = 500;
const MAX_PHRASE_LENGTH = 80;

export function createSearchTermsStore(options: Pick<HostFunctions, 'getOption' | 'updateOption'>): SearchTermsStore {
  async function read(): Promise<SearchTerms> {
    const { synonyms = [], stopWords = STOP_WORDS } =
      (await options.getOption<Partial<SearchTerms> | null>(SEARCH_TERMS_OPTION, null)) ?? {};
    // An empty list may be returned as an empty object.
    return { synonyms: Object.values(synonyms), stopWords: Object.values(stopWords) };
  }
  return {
    read,
    async save(terms) {
      await options.updateOption(SEARCH_TERMS_OPTION, { ...(await read()), ...terms });
    },
  };
}

/** Validates submitted terms. Words are trimmed, and no change is returned if there is any error. */
export function checkSearchTerms(
  body: Readonly<Record<string, unknown>>,
  __: Translate,
): { terms: Partial<SearchTerms>; problems: Problems } {
  const problems: Problems = {};
  for (const key of Object.keys(body))
    if (key !== 'synonyms' && key !== 'stop_words') problems[key] = __('Unknown setting.');
  const synonyms =
    body.synonyms === undefined
      ? undefined
      : checkTermList(body.synonyms, MAX_GROUPS, 'synonyms', problems, __).map((group, i) => {
          const phrases = checkTexts(group, MAX_PHRASES, `synonyms[${i}]`, problems, __);
          if (phrases.length < 2) problems[`synonyms[${i}]`] ??= __('Enter at least two words.');
          return phrases;
        });
  const stopWords =
    body.stop_words === undefined ? undefined : checkTexts(body.stop_words, MAX_STOP_WORDS, 'stop_words', problems, __);
  return { terms: { ...(synonyms ? { synonyms } : {}), ...(stopWords ? { stopWords } : {}) }, problems };
}

function checkTermList(value: unknown, max: number, at: string, problems: Problems, __: Translate): readonly unknown[] {
  if (Array.isArray(value) && value.length <= max) return value;
  problems[at] = __('Must be a list of at most %d entries.', max);
  return [];
}

function checkTexts(value: unknown, max: number, at: string, problems: Problems, __: Translate): string[] {
  const texts = checkTermList(value, max, at, problems, __).map((item, i) => {
    if (typeof item === 'string' && item.trim() !== '' && item.length <= MAX_PHRASE_LENGTH)
      return item.trim().replace(/\s+/g, ' ');
    problems[`${at}[${i}]`] = __('Can be at most %d characters long.', MAX_PHRASE_LENGTH);
    return '';
  });
  return [...new Set(texts)];
}

/**
 * Formats groups of words for spreadsheets and text fields: one line per group, words separated by commas, quotes
 * around a word that contains one.
 */
export function formatWordLines(groups: readonly (readonly string[])[]): string {
  return groups.map(formatWordLine).join('\n');
}

export function formatWordLine(words: readonly string[]): string {
  return words.map((word) => (/[",]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word)).join(', ');
}

const CELL = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/gy;

/**
 * Parses the format of {@link formatWordLines}; semicolons and tabs, which spreadsheets also write, are separators in lines
 * without commas. Empty lines and words are skipped.
 */
export function parseWordLines(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .map(parseWordLine)
    .filter((words) => words.length > 0);
}

export function parseWordLine(line: string): string[] {
  const plain = line.includes(',') || line.includes('"') ? line : line.replace(/[;\t]/g, ',');
  return [...plain.matchAll(CELL)]
    .map(([, quoted, bare]) => (quoted?.replaceAll('""', '"') ?? bare ?? '').trim())
    .filter((word) => word !== '');
}
