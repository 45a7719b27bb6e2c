import { isWpError, PlinthError, type PluginScope, type Post } from 'plinth';
import type { Boxes } from '../boxes/boxes.js';
import { hashText } from '../boxes/text-versions.js';
import type { Clock } from '../time/clock.js';
import { BULK_TYPES, LEGAL_PAGE_TYPES, type LegalPageType, PAGE_BOXES, PAGE_TITLES } from './page-type.js';

/** A legal page that exists. */
export interface LegalPage {
  readonly type: LegalPageType;
  readonly post: Post;
  readonly url: string;
  /** Whether nobody changed what was generated. */
  readonly untouched: boolean;
}

/** Which page of the site is which legal page. @since 0.1.0 */
export interface LegalPages {
  /** Existing pages in the order of the types. */
  list(): Promise<readonly LegalPage[]>;
  find(type: LegalPageType): Promise<LegalPage | undefined>;
  /** Makes empty drafts of the four pages that are missing; the number made. */
  createEmpty(): Promise<number>;
  /** Makes a page from content, or refreshes a draft that nobody changed; an edited or published page stays as it is. */
  generate(type: LegalPageType, content: string): Promise<{ readonly page: LegalPage; readonly created: boolean }>;
}

interface Row {
  type: string;
  page_id: number;
  generated_hash: string;
  created_at: string;
}

const TABLE = 'compliance_legal_pages';
const LOCK = 'compliance.legal-pages';

export function createLegalPages({ scope, clock, boxes }: { scope: PluginScope; clock: Clock; boxes: Boxes }): LegalPages {
  const { db } = scope;

  async function read(row: Row): Promise<LegalPage | undefined> {
    const post = await scope.getPost(row.page_id);
    if (post?.post_type !== 'page' || post.post_status === 'trash') return undefined;
    const url = await scope.getPermalink(post);
    return { type: row.type as LegalPageType, post, url: url === false ? scope.homeUrl(`/?page_id=${post.id}`) : url, untouched: hashText(post.post_content) === row.generated_hash };
  }

  async function find(type: LegalPageType): Promise<LegalPage | undefined> {
    const row = await scope.remember(`compliance:legal-page:${type}`, async () => (await db()<Row>(TABLE).where({ type }).first()) ?? null);
    return row ? read(row) : undefined;
  }

  /** Remembers what a page holds now as what was generated, in the words the posts table keeps. */
  async function remember(type: LegalPageType, pageId: number): Promise<LegalPage> {
    const post = await scope.getPost(pageId);
    await db()<Row>(TABLE)
      .insert({ type, page_id: pageId, generated_hash: hashText(post?.post_content ?? ''), created_at: clock.now() })
      .onConflict('type')
      .merge(['page_id', 'generated_hash']);
    await boxes.linkPage(PAGE_BOXES[type] ?? [], pageId);
    const page = await find(type);
    if (!page) throw new PlinthError('compliance_page_missing', 'The legal page vanished while it was made.', { cure: 'Try again.' });
    return page;
  }

  async function create(type: LegalPageType, content: string): Promise<LegalPage> {
    const id = await scope.wpInsertPost({ post_type: 'page', post_status: 'draft', post_title: PAGE_TITLES[type], post_content: content, post_author: scope.getCurrentUserId() }, true);
    if (isWpError(id)) throw new PlinthError('compliance_page_refused', `The legal page could not be made: ${id.getErrorMessage()}`, { cure: 'Look at what filters new pages on this site.' });
    return remember(type, id);
  }

  const alone = <T>(work: () => Promise<T>): Promise<T> => db.withLock(LOCK, () => db.transaction(work));

  return {
    find,

    async list() {
      const rows = await scope.remember('compliance:legal-pages', async (): Promise<readonly Row[]> => db()<Row>(TABLE).select());
      const pages: LegalPage[] = [];
      for (const type of LEGAL_PAGE_TYPES) {
        const row = rows.find((candidate) => candidate.type === type);
        const page = row && (await read(row));
        if (page) pages.push(page);
      }
      return pages;
    },

    createEmpty: () =>
      alone(async () => {
        let made = 0;
        for (const type of BULK_TYPES) {
          if (await find(type)) continue;
          await create(type, '');
          made++;
        }
        return made;
      }),

    generate: (type, content) =>
      alone(async () => {
        const existing = await find(type);
        if (!existing) return { page: await create(type, content), created: true };
        if (!existing.untouched || existing.post.post_status !== 'draft') return { page: existing, created: false };
        const id = await scope.wpUpdatePost({ id: existing.post.id, post_content: content }, true);
        if (isWpError(id)) throw new PlinthError('compliance_page_refused', `The legal page could not be changed: ${id.getErrorMessage()}`, { cure: 'Look at what filters pages on this site.' });
        return { page: await remember(type, id), created: false };
      }),
  };
}
