import { isWpError, type Post, type Term } from '../api/index.js';
import type { FrontPartDeps } from './front-deps.js';

type PostTermsDeps = Pick<FrontPartDeps, 'hooks' | 'content' | 'formatting' | 'translate'>;

/** The terms of a post for templates. */
export interface PostTermsView {
  /** Links to its categories as HTML; empty if it has none. */
  categories: string;
  /** Links to its tags as HTML; empty if it has none. */
  tags: string;
  /** Its terms in other public taxonomies. */
  terms: readonly { name: string; url: string; taxonomy: string }[];
}

/** Returns the terms of a post (WordPress: get_the_category_list, get_the_tag_list). */
export async function viewPostTerms(deps: PostTermsDeps, post: Post): Promise<PostTermsView> {
  const { hooks, content, formatting, translate: __ } = deps;
  const view: PostTermsView = { categories: '', tags: '', terms: [] };
  const terms: PostTermsView['terms'][number][] = [];
  for (const { name, publiclyQueryable } of content.getObjectTaxonomies(post.post_type)) {
    if (!publiclyQueryable) continue;
    let postTerms = await getTerms(content, post.id, name);
    if (name === 'category') {
      postTerms = await hooks.applyFilters<Term[]>('get_the_categories', postTerms, post.id);
      postTerms = await hooks.applyFilters<Term[]>('the_category_list', postTerms, post.id);
    }
    const links: string[] = [];
    for (const term of postTerms) {
      const url = await content.getTermLink(term);
      if (isWpError(url)) continue;
      if (name === 'category' || name === 'post_tag')
        links.push(
          `<a href="${formatting.escUrl(url)}" rel="${name === 'category' ? 'category tag' : 'tag'}">${formatting.escHtml(term.name)}</a>`,
        );
      else terms.push({ name: term.name, url, taxonomy: name });
    }
    if (name === 'category')
      view.categories = await hooks.applyFilters(
        'the_category',
        renderList(links, __('Filed under'), formatting),
        '',
        '',
      );
    else if (name === 'post_tag') {
      const filteredLinks =
        links.length === 0 ? links : await hooks.applyFilters<string[]>('term_links-post_tag', links);
      view.tags = await hooks.applyFilters(
        'the_tags',
        renderList(filteredLinks, __('Tags'), formatting),
        '',
        '',
        '',
        post.id,
      );
    }
  }
  return { ...view, terms };
}

function renderList(links: readonly string[], label: string, { escAttr }: PostTermsDeps['formatting']): string {
  return links.length === 0
    ? ''
    : `<ul class="entry-terms" aria-label="${escAttr(label)}"><li>${links.join('</li><li>')}</li></ul>`;
}

async function getTerms(content: PostTermsDeps['content'], id: number, taxonomy: string): Promise<Term[]> {
  const terms = await content.getTheTerms(id, taxonomy);
  return Array.isArray(terms) ? terms : [];
}
