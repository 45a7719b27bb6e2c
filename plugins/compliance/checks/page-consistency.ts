import type { Database } from 'plinth';
import type { PageErrors } from '../pages/page-errors.js';
import type { CheckI18n } from './check-i18n.js';
import { type Check, type CheckContext, goodFinding, PAGES_SCREEN, problemFinding } from './check.js';

/** Checks that there is one page of each kind: a second one with the same title makes it unclear which is binding. */
export function pageCopiesCheck(i18n: CheckI18n, db: Database): Check {
  const { __ } = i18n;
  return {
    id: 'page_copies',
    law: 'terms',
    label: __('One legal page of each type'),
    fix: PAGES_SCREEN,
    examines: ['legal'],
    async run({ pages }: CheckContext) {
      const published = pages.filter(({ post }) => post.post_status === 'publish');
      const legalPageIds = new Set(pages.map(({ post }) => post.id));
      const titles = [...new Set(published.map(({ post }) => post.post_title))];
      const rows =
        titles.length === 0
          ? []
          : await db()('posts')
              .where({ post_type: 'page', post_status: 'publish' })
              .whereIn('post_title', titles)
              .orderBy('id')
              .select<{ id: number; post_title: string }[]>('id', 'post_title');
      const copies = rows.filter(({ id }) => !legalPageIds.has(id));
      return copies.length === 0
        ? goodFinding(__('There are no duplicate pages.'))
        : problemFinding(
            'missing',
            copies.map(({ id, post_title: title }) => __('A second page has the title “%1$s” (ID %2$d).', title, id)),
            __('Unpublish the page that is no longer valid.'),
            i18n,
          );
    },
  };
}

/** Checks that the published legal pages match the shop. */
export function pageErrorsCheck(i18n: CheckI18n, pageErrors: PageErrors): Check {
  const { __ } = i18n;
  return {
    id: 'page_faults',
    law: 'terms',
    label: __('Legal pages match the shop'),
    fix: PAGES_SCREEN,
    examines: ['legal'],
    async run({ pages }: CheckContext) {
      const [problems, stale]: [string[], string[]] = [[], []];
      for (const page of pages.filter(({ post }) => post.post_status === 'publish')) {
        for (const { code, text } of await pageErrors(page))
          (code === 'stale' ? stale : problems).push(`${page.post.post_title}: ${text}`);
      }
      const cure = __('Regenerate the page, or correct the text.');
      if (problems.length > 0) return problemFinding('missing', problems, cure, i18n);
      return stale.length > 0
        ? problemFinding('advice', stale, cure, i18n)
        : goodFinding(__('No page contradicts the shop’s settings.'));
    },
  };
}
