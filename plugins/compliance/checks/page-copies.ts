import type { Database } from 'plinth';
import { type Check, type CheckWords, good, lacking, PAGES_SCREEN, type Sight } from './check.js';

/** One page of each kind: a second one under the same title leaves open which of them binds. */
export function pageCopiesCheck(words: CheckWords, db: Database): Check {
  const { __ } = words;
  return {
    id: 'page_copies',
    law: 'terms',
    label: __('One legal page of each kind'),
    fix: PAGES_SCREEN,
    async look({ pages }: Sight) {
      const published = pages.filter(({ post }) => post.post_status === 'publish');
      const own = new Set(pages.map(({ post }) => post.id));
      const titles = [...new Set(published.map(({ post }) => post.post_title))];
      const rows =
        titles.length === 0
          ? []
          : await db()('posts')
              .where({ post_type: 'page', post_status: 'publish' })
              .whereIn('post_title', titles)
              .orderBy('id')
              .select<{ id: number; post_title: string }[]>('id', 'post_title');
      const copies = rows.filter(({ id }) => !own.has(id));
      return copies.length === 0
        ? good(__('No page stands twice.'))
        : lacking(
            'missing',
            copies.map(({ id, post_title: title }) => __('A second page is called “%1$s” (number %2$d).', title, id)),
            __('Take the page back that no longer holds.'),
            words,
          );
    },
  };
}
