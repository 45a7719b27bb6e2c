import {
  type DatesApi,
  type Formatting,
  type HookApi,
  isWpError,
  type NonceApi,
  type OptionsApi,
  type Post,
  type RolesApi,
  type TemplateTagsApi,
  type TranslationApi,
  type UsersApi,
} from '../../api/index.js';
import type { SiteContent } from '../content.js';
import { paginateLinks } from './paginate-links.js';
import { postClasses } from './post-classes.js';
import { createPostTimes } from './post-times.js';

interface TemplateTagsDeps {
  readonly hooks: HookApi;
  readonly content: SiteContent;
  readonly options: Pick<OptionsApi, 'getOption'>;
  readonly dates: Pick<DatesApi, 'mysql2date'>;
  readonly users: Pick<UsersApi, 'getTheAuthorMeta'>;
  readonly roles: Pick<RolesApi, 'currentUserCan'>;
  readonly nonces: Pick<NonceApi, 'wpNonceUrl'>;
  readonly formatting: Formatting;
  readonly text: Pick<TranslationApi, '__'>;
  theContent(text: string, post: Post): Promise<string>;
  theExcerpt(post: Post, passwordRequired: boolean): Promise<string>;
  homeUrl(path: string): string;
  adminUrl(path: string): string;
}

/**
 * Creates the template tags for posts.
 * @since 0.1.0
 */
export function createTemplateTags(deps: TemplateTagsDeps): TemplateTagsApi {
  const { hooks, content, options, users, roles, nonces, formatting, homeUrl, adminUrl } = deps;
  const post = (id: number): Promise<Post | null> => content.getPost(id);

  async function getAdjacentPost(
    id: number,
    isNext: boolean,
    sameTerm: boolean,
    taxonomy: string,
  ): Promise<Post | null> {
    const currentPost = await post(id);
    if (!currentPost) return null;
    const sharedTerms = sameTerm ? await content.getTheTerms(id, taxonomy) : false;
    if (sameTerm && (!Array.isArray(sharedTerms) || sharedTerms.length === 0)) return null;
    const [found] = await content.getPosts({
      post_type: currentPost.post_type,
      post_status: 'publish',
      date_query: [{ [isNext ? 'after' : 'before']: currentPost.post_date, inclusive: false }],
      ...(Array.isArray(sharedTerms)
        ? {
            tax_query: [
              { taxonomy, field: 'term_id', terms: sharedTerms.map(({ term_id }) => term_id), include_children: false },
            ],
          }
        : {}),
      orderby: 'date',
      order: isNext ? 'ASC' : 'DESC',
      posts_per_page: 1,
      ignore_sticky_posts: true,
    });
    return found ?? null;
  }

  return {
    ...createPostTimes({ ...deps, post }),
    async getTheContent(id) {
      const found = await post(id);
      if (!found) return '';
      return (await content.postPasswordRequired(id))
        ? content.getThePasswordForm(id)
        : deps.theContent(found.post_content, found);
    },
    async getTheExcerpt(id) {
      const found = await post(id);
      return found ? deps.theExcerpt(found, await content.postPasswordRequired(id)) : '';
    },
    hasExcerpt: async (id) => ((await post(id))?.post_excerpt ?? '') !== '',
    async getTheAuthor(id) {
      const found = await post(id);
      return found
        ? hooks.applyFilters('the_author', await users.getTheAuthorMeta('display_name', found.post_author))
        : '';
    },
    async getPostClass(id, more = []) {
      const found = await post(id);
      return found ? postClasses({ hooks, content, formatting }, found, more) : [];
    },
    async getTheTermList(id, taxonomy, before = '', between = '', after = '') {
      const terms = await content.getTheTerms(id, taxonomy);
      const links: string[] = [];
      for (const term of Array.isArray(terms) ? terms : []) {
        const url = await content.getTermLink(term, taxonomy);
        if (!isWpError(url))
          links.push(`<a href="${formatting.escUrl(url)}" rel="tag">${formatting.escHtml(term.name)}</a>`);
      }
      const filteredLinks =
        links.length === 0 ? links : await hooks.applyFilters<string[]>(`term_links-${taxonomy}`, links);
      return filteredLinks.length === 0 ? '' : before + filteredLinks.join(between) + after;
    },
    async isSticky(id) {
      const stored = await options.getOption<unknown>('sticky_posts', []);
      return hooks.applyFilters('is_sticky', Array.isArray(stored) && stored.map(Number).includes(id), id);
    },
    async getEditPostLink(id) {
      const found = await post(id);
      if (!found || !(await roles.currentUserCan('edit_post', id))) return '';
      return hooks.applyFilters('get_edit_post_link', adminUrl(`post.php?post=${id}&action=edit`), id, 'raw');
    },
    async getDeletePostLink(id) {
      const found = await post(id);
      if (!found || !(await roles.currentUserCan('delete_post', id))) return '';
      return hooks.applyFilters(
        'get_delete_post_link',
        nonces.wpNonceUrl(adminUrl(`post.php?post=${id}&action=trash`), `trash-post_${id}`),
        id,
        false,
      );
    },
    async getEditTermLink(termId, taxonomy) {
      if (!(await roles.currentUserCan('edit_term', termId))) return '';
      return hooks.applyFilters(
        'get_edit_term_link',
        adminUrl(`term.php?taxonomy=${encodeURIComponent(taxonomy)}&tag_ID=${termId}`),
        termId,
        taxonomy,
        '',
      );
    },
    getNextPost: (id, sameTerm = false, taxonomy = 'category') => getAdjacentPost(id, true, sameTerm, taxonomy),
    getPreviousPost: (id, sameTerm = false, taxonomy = 'category') => getAdjacentPost(id, false, sameTerm, taxonomy),
    async wpGetShortlink(id) {
      const found = await post(id);
      const link = !found ? '' : homeUrl(found.post_type === 'page' ? `/?page_id=${id}` : `/?p=${id}`);
      return hooks.applyFilters('get_shortlink', link, id, 'post', true);
    },
    paginateLinks: (args) => paginateLinks({ hooks, formatting, __: deps.text.__ }, args),
  };
}
