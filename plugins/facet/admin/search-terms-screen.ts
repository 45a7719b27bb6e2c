import type { AdminPage, PageRequest, Reply } from 'plinth';
import type { SearchTerms } from '../engine/types.js';
import type { Problems, Translate } from '../settings/check-value.js';
import {
  checkSearchTerms,
  parseWordLine,
  parseWordLines,
  formatWordLine,
  formatWordLines,
} from '../settings/search-terms.js';
import { type TermSearch, createTermSearch } from './matched-terms.js';
import { type ScreenDeps, screenPath, SEARCH_TERMS_SLUG, SLUG } from './screen-parts.js';

const ROWS_PER_PAGE = 50;
const MAX_TEST_LENGTH = 200;

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
export function createSearchTermsScreen({ scope, running }: ScreenDeps): AdminPage {
  const { __ } = scope;
  const store = () => running.container().get('searchWords');
  const pageUrl = (query = ''): string => screenPath(SEARCH_TERMS_SLUG, query);

  async function createRow(group: readonly string[], found: TermSearch | undefined): Promise<object> {
    const line = formatWordLine(group);
    return {
      line,
      words: await Promise.all(group.map(async (word) => ({ word, alone: await found?.count(word, true) }))),
      together: await found?.count(group[0] ?? ''),
      editUrl: pageUrl(`&group=${encodeURIComponent(line)}#group`),
    };
  }

  const pageLinks = (page: number, pages: number): object[] =>
    Array.from({ length: pages }, (_, i) => ({
      number: i + 1,
      url: pageUrl(`&paged=${i + 1}`),
      current: i + 1 === page,
    }));

  async function renderPage(request: PageRequest, rejectedForm?: RejectedForm): Promise<Reply> {
    scope.useAsset('facet-admin');
    const { synonyms, stopWords } = await store().read();
    const found = await createTermSearch(running);
    const pages = Math.max(1, Math.ceil(synonyms.length / ROWS_PER_PAGE));
    const page = Math.min(pages, Math.max(1, Math.trunc(Number(request.field('paged'))) || 1));
    const originalLine = rejectedForm?.originalLine ?? request.field('group');
    const group = synonyms.find((candidate) => formatWordLine(candidate) === originalLine);
    const [rejectedGroup, rejectedAll] = [
      rejectedForm?.form === 'group' ? rejectedForm : undefined,
      rejectedForm?.form === 'all' ? rejectedForm : undefined,
    ];
    const data = {
      slug: SEARCH_TERMS_SLUG,
      tried: await testSearch(request.field('try').trim().slice(0, MAX_TEST_LENGTH), found),
      ready: found !== undefined,
      rows: await Promise.all(
        synonyms.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE).map((entry) => createRow(entry, found)),
      ),
      pages: pages > 1 ? pageLinks(page, pages) : [],
      group: {
        originalLine: group ? originalLine : '',
        text: rejectedGroup?.text ?? (group ? originalLine : ''),
        problem: rejectedGroup?.problems[0],
      },
      all: rejectedAll ?? { text: formatWordLines(synonyms), stopWords: formatWordLine(stopWords), problems: [] },
      exportUrl: pageUrl('&export=1'),
      backUrl: pageUrl(),
    };
    return {
      kind: 'page',
      status: rejectedForm ? 422 : 200,
      title: __('Search settings'),
      view: 'admin/search-terms',
      data,
    };
  }

  function redirectWithNotice(request: PageRequest, text: string): Reply {
    scope.addNotice(request, 'success', text);
    return { kind: 'redirect', status: 303, location: pageUrl() };
  }

  /**
   * Changes the stored terms under a lock.
   * @returns the validation errors
   */
  async function updateTerms(getChanges: (stored: SearchTerms) => Partial<SearchTerms>): Promise<Problems> {
    return scope.db.withLock('facet-settings', async () => {
      const { synonyms, stopWords } = getChanges(await store().read());
      const { terms, problems } = checkSearchTerms(
        { ...(synonyms ? { synonyms } : {}), ...(stopWords ? { stop_words: stopWords } : {}) },
        __,
      );
      if (Object.keys(problems).length === 0) await store().save(terms);
      return problems;
    });
  }

  async function saveGroup(request: PageRequest): Promise<Reply> {
    const [originalLine, text] = [request.field('original'), request.field('words')];
    const group = parseWordLine(text.replace(/\r?\n/g, ','));
    const problems = await updateTerms(({ synonyms }) => {
      const index = synonyms.findIndex((candidate) => formatWordLine(candidate) === originalLine);
      return { synonyms: index < 0 ? [...synonyms, group] : synonyms.map((entry, i) => (i === index ? group : entry)) };
    });
    const messages = Object.values(problems);
    return messages.length > 0
      ? renderPage(request, { form: 'group', originalLine, text, stopWords: '', problems: messages })
      : redirectWithNotice(request, __('Synonyms saved. Searches use them immediately.'));
  }

  async function removeGroup(request: PageRequest): Promise<Reply> {
    const originalLine = request.field('original');
    await updateTerms(({ synonyms }) => ({
      synonyms: synonyms.filter((group) => formatWordLine(group) !== originalLine),
    }));
    return redirectWithNotice(request, __('Synonyms removed.'));
  }

  async function saveAll(request: PageRequest): Promise<Reply> {
    const [text, stopWords] = [request.field('all_words'), request.field('stop_words')];
    const problems = await updateTerms(() => ({
      synonyms: parseWordLines(text),
      stopWords: parseWordLines(stopWords).flat(),
    }));
    if (Object.keys(problems).length === 0)
      return redirectWithNotice(request, __('Words saved. Searches use them immediately.'));
    return renderPage(request, {
      form: 'all',
      originalLine: '',
      text,
      stopWords,
      problems: Object.entries(problems).map(([path, text]) => addGroupNumber(path, text, __)),
    });
  }

  return {
    slug: SEARCH_TERMS_SLUG,
    title: () => __('Search settings'),
    capability: 'manage_shop',
    parent: SLUG,
    async handler(request) {
      if (request.method !== 'POST')
        return request.field('export') === '1' ? exportCsv(await store().read()) : renderPage(request);
      const action = request.field('action');
      if (action === 'remove') return removeGroup(request);
      return action === 'all' ? saveAll(request) : saveGroup(request);
    },
  };
}

/** Returns the number of results of a test search and the first products; undefined if there is nothing to test. */
async function testSearch(search: string, found: TermSearch | undefined): Promise<object | undefined> {
  if (search === '' || !found) return undefined;
  const count = await found.count(search);
  return { search, count, alone: await found.count(search, true), products: await found.first(search) };
}

/** Prefixes a message with the number of its synonym group: `synonyms[2]` is the third. */
function addGroupNumber(path: string, text: string, __: Translate): string {
  const line = /^synonyms\[(\d+)\]/.exec(path)?.[1];
  if (line !== undefined) return __('Synonym group %1$d: %2$s', Number(line) + 1, text);
  return path === 'synonyms' ? __('Synonyms: %s', text) : __('Stop words: %s', text);
}

function exportCsv({ synonyms }: SearchTerms): Reply {
  return {
    kind: 'body',
    type: 'text/csv; charset=UTF-8',
    body: `${formatWordLines(synonyms)}\n`,
    headers: { 'Content-Disposition': 'attachment; filename="synonyms.csv"', 'X-Content-Type-Options': 'nosniff' },
  };
}
