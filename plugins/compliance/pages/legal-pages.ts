import { isWpError, mapSeries, PlinthError, type PluginScope, type Post } from 'plinth';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import { hashText } from '../consents/text-versions.js';
import type { Clock } from '../time/clock.js';
import {
  BULK_TYPES,
  LEGAL_PAGE_TYPES,
  getPageLocales,
  type LegalPageType,
  MAIN_LOCALE,
  PAGE_CHECKBOXES,
  PAGE_TITLES,
  type PageLocale,
} from './page-type.js';
import type { PageTranslationRow } from './tables.js';

/** An existing legal page. */
export interface LegalPage {
  readonly type: LegalPageType;
  readonly locale: PageLocale;
  readonly post: Post;
  readonly url: string;
  /** Whether the generated content was not edited. */
  readonly isUnedited: boolean;
}

/** Options for generating a page. */
interface GenerateOptions {
  /** Defaults to the main locale. */
  readonly locale?: PageLocale;
  /** Whether to regenerate an unedited page even if it is published, as requested by the shop owner. */
  readonly includePublished?: boolean;
}

/**
 * The legal pages of the site, and the posts that contain them.
 * @since 0.1.0
 */
export interface LegalPages {
  /**
   * Existing pages in the order of the types.
   * @param locale defaults to the main locale
   */
  list(locale?: PageLocale): Promise<readonly LegalPage[]>;
  find(type: LegalPageType, locale?: PageLocale): Promise<LegalPage | undefined>;
  /** Published translations of a site page, including itself; empty for a page that is not a legal page. */
  translationsOf(pageId: number): Promise<readonly LegalPage[]>;
  /**
   * Post shown to visitors of a language for a page: its translation if that is published, otherwise the page itself.
   */
  inLanguage(pageId: number, locale: string): Promise<Post | null>;
  /** Creates empty drafts of the missing ones among the four bulk pages; returns the number created. */
  createEmpty(): Promise<number>;
  /**
   * Creates a page from content, or regenerates an unedited draft; an edited page stays unchanged, and so does a
   * published one unless `includePublished` is set.
   */
  generate(
    type: LegalPageType,
    content: string,
    options?: GenerateOptions,
  ): Promise<{ readonly page: LegalPage; readonly created: boolean }>;
}

/** Stored data of a legal page, in any language. */
type PageRow = Omit<PageTranslationRow, 'created_at'>;

const TABLE = 'compliance_legal_pages';
const TRANSLATIONS = 'compliance_page_translations';
const LOCK = 'compliance.legal-pages';

const NO_PAGES: readonly LegalPage[] = [];

/** Creates the function that reads the page of a row; undefined when the page is gone. */
function createPageReader(scope: PluginScope): (row: PageRow) => Promise<LegalPage | undefined> {
  return async ({ type, locale, page_id, generated_hash }) => {
    const post = await scope.getPost(page_id);
    if (post?.post_type !== 'page' || post.post_status === 'trash') return undefined;
    const url = await scope.getPermalink(post);
    return {
      type,
      locale,
      post,
      url: url === false ? scope.homeUrl(`/?page_id=${post.id}`) : url,
      isUnedited: hashText(post.post_content) === generated_hash,
    };
  };
}

export function createLegalPages({
  scope,
  clock,
  checkboxes,
}: {
  scope: PluginScope;
  clock: Clock;
  checkboxes: ConsentCheckboxes;
}): LegalPages {
  const { db } = scope;
  const readPage = createPageReader(scope);

  const readRows = (): Promise<readonly PageRow[]> =>
    scope.cache.get('compliance:legal-pages', async (): Promise<readonly PageRow[]> => {
      const main = (await db()(TABLE).select()).map((row) => ({ ...row, locale: MAIN_LOCALE }));
      return [...main, ...(await db()(TRANSLATIONS).select())];
    });

  /** Returns a type of page in each language in which it is published. */
  async function listPublished(type: LegalPageType): Promise<readonly LegalPage[]> {
    const pages = await mapSeries(getPageLocales(scope), (locale) => find(type, locale));
    return pages.filter((page): page is LegalPage => page?.post.post_status === 'publish');
  }

  async function find(type: LegalPageType, locale: PageLocale = MAIN_LOCALE): Promise<LegalPage | undefined> {
    const row = (await readRows()).find((candidate) => candidate.type === type && candidate.locale === locale);
    return row && readPage(row);
  }

  /** Stores the current content of a page as its generated content, in the form saved in the posts table. */
  async function saveGenerated(type: LegalPageType, locale: PageLocale, pageId: number): Promise<LegalPage> {
    const post = await scope.getPost(pageId);
    const row = { type, page_id: pageId, generated_hash: hashText(post?.post_content ?? ''), created_at: clock.now() };
    if (locale === MAIN_LOCALE) {
      await db()(TABLE).insert(row).onConflict('type').merge(['page_id', 'generated_hash']);
      await checkboxes.linkPage(PAGE_CHECKBOXES[type] ?? [], pageId);
    } else {
      await db()(TRANSLATIONS)
        .insert({ ...row, locale })
        .onConflict(['type', 'locale'])
        .merge(['page_id', 'generated_hash']);
    }
    const page = await readPage({ type, locale, page_id: pageId, generated_hash: row.generated_hash });
    if (!page)
      throw new PlinthError('compliance_page_not_found', 'The legal page was deleted while it was being created.', {
        hint: 'Try again.',
      });
    return page;
  }

  async function create(type: LegalPageType, content: string, locale: PageLocale = MAIN_LOCALE): Promise<LegalPage> {
    const id = await scope.wpInsertPost(
      {
        post_type: 'page',
        post_status: 'draft',
        post_title: PAGE_TITLES[locale][type],
        post_content: content,
        post_author: scope.getCurrentUserId(),
      },
      true,
    );
    if (isWpError(id))
      throw new PlinthError(
        'compliance_page_rejected',
        `The legal page could not be created: ${id.getErrorMessage()}`,
        {
          hint: 'Check which plugins filter new pages on this site.',
        },
      );
    return saveGenerated(type, locale, id);
  }

  const runExclusively = <T>(work: () => Promise<T>): Promise<T> => db.withLock(LOCK, () => db.transaction(work));

  return {
    find,

    async list(locale = MAIN_LOCALE) {
      const pageRows = await readRows();
      const pages: LegalPage[] = [];
      for (const type of LEGAL_PAGE_TYPES) {
        const row = pageRows.find((pageRow) => pageRow.type === type && pageRow.locale === locale);
        const page = row && (await readPage(row));
        if (page) pages.push(page);
      }
      return pages;
    },

    translationsOf: async (pageId) => {
      const pageRows = await readRows();
      const type = pageRows.find(({ page_id }) => page_id === pageId)?.type;
      return type === undefined ? NO_PAGES : listPublished(type);
    },

    async inLanguage(pageId, locale) {
      const pageRows = await readRows();
      const sourceRow = pageRows.find(({ page_id }) => page_id === pageId);
      const translationRow =
        sourceRow && sourceRow.locale !== locale
          ? pageRows.find((pageRow) => pageRow.type === sourceRow.type && pageRow.locale === locale)
          : undefined;
      const translated = translationRow && (await scope.getPost(translationRow.page_id));
      return translated?.post_status === 'publish' ? translated : scope.getPost(pageId);
    },

    createEmpty: () =>
      runExclusively(async () => {
        let created = 0;
        for (const type of BULK_TYPES) {
          if (await find(type)) continue;
          await create(type, '');
          created++;
        }
        return created;
      }),

    generate: (type, content, { locale = MAIN_LOCALE, includePublished = false } = {}) =>
      runExclusively(async () => {
        const existing = await find(type, locale);
        if (!existing) return { page: await create(type, content, locale), created: true };
        const { post_status: status } = existing.post;
        if (!existing.isUnedited || !(status === 'draft' || (includePublished && status === 'publish')))
          return { page: existing, created: false };
        const id = await scope.wpUpdatePost({ id: existing.post.id, post_content: content }, true);
        if (isWpError(id))
          throw new PlinthError(
            'compliance_page_rejected',
            `The legal page could not be updated: ${id.getErrorMessage()}`,
            { hint: 'Check which plugins filter pages on this site.' },
          );
        return { page: await saveGenerated(type, locale, id), created: false };
      }),
  };
}
