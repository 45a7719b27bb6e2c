import { type Post, type Term, type TermsApi } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import type { LinkBase } from './structure.js';

interface PatternedLinkDeps extends Pick<ContentDeps, 'hooks' | 'options' | 'users'> {
  base: LinkBase;
  terms: Pick<TermsApi, 'wpGetObjectTerms' | 'getTerm'>;
  /** Whether a post is linked by ID because its permalink is not public yet. */
  isPlain(post: Post, sample: boolean): Promise<boolean>;
}

/**
 * Creates permalinks by the pattern in the settings, such as `/%year%/%postname%/` (the second half of
 * `get_permalink`).
 */
export function createPatternedLinks({
  hooks,
  options,
  users,
  base,
  terms,
  isPlain,
}: PatternedLinkDeps): (post: Post, leaveName: boolean, sample: boolean) => Promise<string> {
  /** Returns the nicename of an author; empty for a deleted account. */
  const authorName = async (id: number): Promise<string> => {
    const user = await users.getUserBy('id', id);
    return user ? user.user_nicename : '';
  };

  /** Returns the path of a post's first category, including its ancestors. */
  async function categoryPath(post: Post): Promise<string> {
    const categoryTerms = await terms.wpGetObjectTerms(post.id, 'category');
    const list = Array.isArray(categoryTerms) ? [...categoryTerms].sort((a, b) => a.term_id - b.term_id) : [];
    let term = await hooks.applyFilters<Term | undefined>('post_link_category', list[0], list, post);
    if (!term) {
      const defaultCategory = await terms.getTerm(Number(await options.getOption('default_category')), 'category');
      return defaultCategory && 'slug' in defaultCategory ? defaultCategory.slug : '';
    }
    const path: string[] = [];
    const visited = new Set<number>();
    while (term && !visited.has(term.term_id)) {
      visited.add(term.term_id);
      path.unshift(term.slug);
      const parent: Awaited<ReturnType<typeof terms.getTerm>> =
        term.parent > 0 ? await terms.getTerm(term.parent, 'category') : null;
      term = parent && 'slug' in parent ? parent : undefined;
    }
    return path.join('/');
  }

  /** Returns the values of the placeholders of a pattern, without the slug if it must remain a placeholder. */
  async function tagValues(post: Post, pattern: string, leaveName: boolean): Promise<Map<string, string>> {
    const [date = '', clock = ''] = (post.post_date ?? '0000-00-00 00:00:00').split(' ');
    const [year = '', month = '', day = ''] = date.split('-');
    const [hour = '', minute = '', second = ''] = clock.split(':');
    const values = new Map([
      ['year', year],
      ['monthnum', month],
      ['day', day],
      ['hour', hour],
      ['minute', minute],
      ['second', second],
      ['post_id', String(post.id)],
    ]);
    if (!leaveName) values.set('postname', post.post_name).set('pagename', post.post_name);
    if (pattern.includes('%category%')) values.set('category', await categoryPath(post));
    if (pattern.includes('%author%')) values.set('author', await authorName(post.post_author));
    return values;
  }

  return async (post: Post, leaveName: boolean, sample: boolean): Promise<string> => {
    const pattern = await hooks.applyFilters('pre_post_link', await base.structure(), post, leaveName);
    let link = await base.homeUrl(`?p=${post.id}`);
    if (pattern !== '' && !(await isPlain(post, sample))) {
      const values = await tagValues(post, pattern, leaveName);
      const path = pattern.replace(/%([a-z_]+)%/g, (tag, name: string) => values.get(name) ?? tag);
      link = await base.slashed(await base.homeUrl(path));
    }
    return await hooks.applyFilters('post_link', link, post, leaveName);
  };
}
