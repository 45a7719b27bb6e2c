import type { HostFunctions } from 'plinth';
import type { SearchTerms } from '../engine/types.js';
import type { Problems, Translate } from './check-value.js';

export const SEARCH_TERMS_OPTION = 'facet_search_words';

/** What the owner says about words that are searched for. @since 0.3.0 */
export interface SearchTermsStore {
  /** What was saved; before that no synonyms, and Polish and English words that say nothing. */
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
const LONGEST = 80;

export function createSearchTermsStore(options: Pick<HostFunctions, 'getOption' | 'updateOption'>): SearchTermsStore {
  async function read(): Promise<SearchTerms> {
    const { synonyms = [], stopWords = STOP_WORDS } =
      (await options.getOption<Partial<SearchTerms> | null>(SEARCH_TERMS_OPTION, null)) ?? {};
    // An empty list may come back as an empty object.
    return { synonyms: Object.values(synonyms), stopWords: Object.values(stopWords) };
  }
  return {
    read,
    async save(terms) {
      await options.updateOption(SEARCH_TERMS_OPTION, { ...(await read()), ...terms });
    },
  };
}

/** Reads what was sent; spaces around words go, and nothing is taken over where anything is wrong. */
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
      : listAt(body.synonyms, MAX_GROUPS, 'synonyms', problems, __).map((group, i) => {
          const phrases = textsAt(group, MAX_PHRASES, `synonyms[${i}]`, problems, __);
          if (phrases.length < 2) problems[`synonyms[${i}]`] ??= __('Enter at least two words.');
          return phrases;
        });
  const stopWords =
    body.stop_words === undefined ? undefined : textsAt(body.stop_words, MAX_STOP_WORDS, 'stop_words', problems, __);
  return { terms: { ...(synonyms ? { synonyms } : {}), ...(stopWords ? { stopWords } : {}) }, problems };
}

function listAt(value: unknown, max: number, at: string, problems: Problems, __: Translate): readonly unknown[] {
  if (Array.isArray(value) && value.length <= max) return value;
  problems[at] = __('Must be a list of at most %d entries.', max);
  return [];
}

function textsAt(value: unknown, max: number, at: string, problems: Problems, __: Translate): string[] {
  const texts = listAt(value, max, at, problems, __).map((one, i) => {
    if (typeof one === 'string' && one.trim() !== '' && one.length <= LONGEST) return one.trim().replace(/\s+/g, ' ');
    problems[`${at}[${i}]`] = __('Can be at most %d characters long.', LONGEST);
    return '';
  });
  return [...new Set(texts)];
}

/** Groups of words as a text that spreadsheets read and people type: a line for each group, commas between words, quotes around one that has a comma. */
export function wordLines(groups: readonly (readonly string[])[]): string {
  return groups.map(wordLine).join('\n');
}

export function wordLine(words: readonly string[]): string {
  return words.map((word) => (/[",]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word)).join(', ');
}

const CELL = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/gy;

/** Reads what {@link wordLines} writes; semicolons and tabs, which spreadsheets write too, stand for commas where a line has none. Empty lines and words are left out. */
export function readWordLines(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .map(readWordLine)
    .filter((words) => words.length > 0);
}

export function readWordLine(line: string): string[] {
  const plain = line.includes(',') || line.includes('"') ? line : line.replace(/[;\t]/g, ',');
  return [...plain.matchAll(CELL)]
    .map(([, quoted, bare]) => (quoted?.replaceAll('""', '"') ?? bare ?? '').trim())
    .filter((word) => word !== '');
}
