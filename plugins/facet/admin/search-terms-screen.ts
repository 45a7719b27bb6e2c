import type { AdminPage, PageRequest, Reply } from 'plinth';
import type { SearchTerms } from '../engine/types.js';
import type { Problems, Translate } from '../settings/check-value.js';
import { checkSearchTerms, readWordLine, readWordLines, wordLine, wordLines } from '../settings/search-terms.js';
import { type FoundTerms, readFoundTerms } from './matched-terms.js';
import { type ScreenParts, screenPath, SEARCH_TERMS_SLUG, SLUG } from './screen-parts.js';

const ROWS = 50;
const MAX_TRIED = 200;

/** Rejected input, by the form it was submitted with. */
interface RejectedForm {
  readonly form: 'group' | 'all';
  /** The group being edited, as a line; empty for a new one. */
  readonly originalLine: string;
  readonly text: string;
  readonly stopWords: string;
  readonly problems: readonly string[];
}

/** Returns the screen of the owner's synonyms and stop words, with the number of results of each. */
export function searchTermsScreen({ scope, running }: ScreenParts): AdminPage {
  const { __ } = scope;
  const store = () => running.container().get('searchWords');
  const here = (query = ''): string => screenPath(SEARCH_TERMS_SLUG, query);

  async function testSearch(search: string, found: FoundTerms | undefined): Promise<object | undefined> {
    if (search === '' || !found) return undefined;
    const count = await found.count(search);
    return { search, count, alone: await found.count(search, true), products: await found.first(search) };
  }

  async function rowOf(group: readonly string[], found: FoundTerms | undefined): Promise<object> {
    const line = wordLine(group);
    return {
      line,
      words: await Promise.all(group.map(async (word) => ({ word, alone: await found?.count(word, true) }))),
      together: await found?.count(group[0] ?? ''),
      editUrl: here(`&group=${encodeURIComponent(line)}#group`),
    };
  }

  const pageLinks = (page: number, pages: number): object[] =>
    Array.from({ length: pages }, (_, i) => ({ number: i + 1, url: here(`&paged=${i + 1}`), current: i + 1 === page }));

  async function show(request: PageRequest, rejectedForm?: RejectedForm): Promise<Reply> {
    scope.useAsset('facet-admin');
    const { synonyms, stopWords } = await store().read();
    const found = await readFoundTerms(running);
    const pages = Math.max(1, Math.ceil(synonyms.length / ROWS));
    const page = Math.min(pages, Math.max(1, Math.trunc(Number(request.field('paged'))) || 1));
    const was = rejectedForm?.originalLine ?? request.field('group');
    const group = synonyms.find((one) => wordLine(one) === was);
    const [ofGroup, ofAll] = [
      rejectedForm?.form === 'group' ? rejectedForm : undefined,
      rejectedForm?.form === 'all' ? rejectedForm : undefined,
    ];
    const data = {
      slug: SEARCH_TERMS_SLUG,
      tried: await testSearch(request.field('try').trim().slice(0, MAX_TRIED), found),
      ready: found !== undefined,
      rows: await Promise.all(synonyms.slice((page - 1) * ROWS, page * ROWS).map((one) => rowOf(one, found))),
      pages: pages > 1 ? pageLinks(page, pages) : [],
      group: {
        was: group ? was : '',
        text: ofGroup?.text ?? (group ? was : ''),
        problem: ofGroup?.problems[0],
      },
      all: ofAll ?? { text: wordLines(synonyms), stopWords: wordLine(stopWords), problems: [] },
      exportUrl: here('&export=1'),
      backUrl: here(),
    };
    return {
      kind: 'page',
      status: rejectedForm ? 422 : 200,
      title: __('Search settings'),
      view: 'admin/search-terms',
      data,
    };
  }

  function done(request: PageRequest, text: string): Reply {
    scope.addNotice(request, 'success', text);
    return { kind: 'redirect', status: 303, location: here() };
  }

  /**
   * Changes the stored terms under a lock.
   * @returns the validation errors
   */
  async function change(make: (stored: SearchTerms) => Partial<SearchTerms>): Promise<Problems> {
    return scope.db.withLock('facet-settings', async () => {
      const { synonyms, stopWords } = make(await store().read());
      const { terms, problems } = checkSearchTerms(
        { ...(synonyms ? { synonyms } : {}), ...(stopWords ? { stop_words: stopWords } : {}) },
        __,
      );
      if (Object.keys(problems).length === 0) await store().save(terms);
      return problems;
    });
  }

  async function saveGroup(request: PageRequest): Promise<Reply> {
    const [was, text] = [request.field('was'), request.field('words')];
    const group = readWordLine(text.replace(/\r?\n/g, ','));
    const problems = await change(({ synonyms }) => {
      const at = synonyms.findIndex((one) => wordLine(one) === was);
      return { synonyms: at < 0 ? [...synonyms, group] : synonyms.map((one, i) => (i === at ? group : one)) };
    });
    const messages = Object.values(problems);
    return messages.length > 0
      ? show(request, { form: 'group', originalLine: was, text, stopWords: '', problems: messages })
      : done(request, __('Synonyms saved. Searches use them immediately.'));
  }

  async function removeGroup(request: PageRequest): Promise<Reply> {
    const was = request.field('was');
    await change(({ synonyms }) => ({ synonyms: synonyms.filter((one) => wordLine(one) !== was) }));
    return done(request, __('Synonyms removed.'));
  }

  async function saveAll(request: PageRequest): Promise<Reply> {
    const [text, stopWords] = [request.field('all_words'), request.field('stop_words')];
    const problems = await change(() => ({
      synonyms: readWordLines(text),
      stopWords: readWordLines(stopWords).flat(),
    }));
    if (Object.keys(problems).length === 0) return done(request, __('Words saved. Searches use them immediately.'));
    return show(request, {
      form: 'all',
      originalLine: '',
      text,
      stopWords,
      problems: Object.entries(problems).map(([path, text]) => placed(path, text, __)),
    });
  }

  return {
    slug: SEARCH_TERMS_SLUG,
    title: () => __('Search settings'),
    capability: 'manage_shop',
    parent: SLUG,
    async handler(request) {
      if (request.method !== 'POST')
        return request.field('export') === '1' ? exported(await store().read()) : show(request);
      const action = request.field('action');
      if (action === 'remove') return removeGroup(request);
      return action === 'all' ? saveAll(request) : saveGroup(request);
    },
  };
}

/** Prefixes a message with the number of its synonym group: `synonyms[2]` is the third. */
function placed(path: string, text: string, __: Translate): string {
  const line = /^synonyms\[(\d+)\]/.exec(path)?.[1];
  if (line !== undefined) return __('Synonym group %1$d: %2$s', Number(line) + 1, text);
  return path === 'synonyms' ? __('Synonyms: %s', text) : __('Stop words: %s', text);
}

function exported({ synonyms }: SearchTerms): Reply {
  return {
    kind: 'body',
    type: 'text/csv; charset=UTF-8',
    body: `${wordLines(synonyms)}\n`,
    headers: { 'Content-Disposition': 'attachment; filename="synonyms.csv"', 'X-Content-Type-Options': 'nosniff' },
  };
}
