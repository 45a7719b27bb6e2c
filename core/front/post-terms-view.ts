import { isWpError, type Post, type Term } from '../api/index.js';
import type { FrontPartDeps } from './front-deps.js';

type FilingDeps = Pick<FrontPartDeps, 'hooks' | 'content' | 'formatting' | 'translate'>;

/** The terms of a post as used by templates. */
export interface PostFiling {
  /** HTML of the links to its categories; empty if it has none. */
  categories: string;
  /** HTML of the links to its tags. */
  tags: string;
  /** Its terms in other taxonomies with archives. */
  terms: readonly { name: string; url: string; taxonomy: string }[];
}

/** Returns the terms of a post (WordPress: get_the_category_list, get_the_tag_list). */
export async function filingOf(deps: FilingDeps, post: Post): Promise<PostFiling> {
  const { hooks, content, formatting, translate: __ } = deps;
  const filing: PostFiling = { categories: '', tags: '', terms: [] };
  const terms: PostFiling['terms'][number][] = [];
  for (const { name, publiclyQueryable } of content.getObjectTaxonomies(post.post_type)) {
    if (!publiclyQueryable) continue;
    let filed = await termsOf(content, post.id, name);
    if (name === 'category') {
      filed = await hooks.applyFilters<Term[]>('get_the_categories', filed, post.id);
      filed = await hooks.applyFilters<Term[]>('the_category_list', filed, post.id);
    }
    const links: string[] = [];
    for (const term of filed) {
      const url = await content.getTermLink(term);
      if (isWpError(url)) continue;
      if (name === 'category' || name === 'post_tag')
        links.push(
          `<a href="${formatting.escUrl(url)}" rel="${name === 'category' ? 'category tag' : 'tag'}">${formatting.escHtml(term.name)}</a>`,
        );
      else terms.push({ name: term.name, url, taxonomy: name });
    }
    if (name === 'category')
      filing.categories = await hooks.applyFilters(
        'the_category',
        listOf(links, __('Filed under'), formatting),
        '',
        '',
      );
    else if (name === 'post_tag') {
      const filteredLinks =
        links.length === 0 ? links : await hooks.applyFilters<string[]>('term_links-post_tag', links);
      filing.tags = await hooks.applyFilters(
        'the_tags',
        listOf(filteredLinks, __('Tags'), formatting),
        '',
        '',
        '',
        post.id,
      );
    }
  }
  return { ...filing, terms };
}

function listOf(links: readonly string[], label: string, { escAttr }: FilingDeps['formatting']): string {
  return links.length === 0
    ? ''
    : `<ul class="entry-terms" aria-label="${escAttr(label)}"><li>${links.join('</li><li>')}</li></ul>`;
}

async function termsOf(content: FilingDeps['content'], id: number, taxonomy: string): Promise<Term[]> {
  const terms = await content.getTheTerms(id, taxonomy);
  return Array.isArray(terms) ? terms : [];
}
