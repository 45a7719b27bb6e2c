import type { Post, PostQuery, PostsApi } from '../../api/index.js';
import { isSet, numberOf, textOf } from '../query/query-values.js';
import type { ContentDeps } from '../deps.js';

export interface ListPagesDeps extends ContentDeps {
  getPages: PostsApi['getPages'];
  getPageLink(page: Post): Promise<string>;
}

/** A nested list of links to pages (WordPress: wp_list_pages). */
export function createListPages({ hooks, formatting, getPages, getPageLink }: ListPagesDeps): Pick<PostsApi, 'wpListPages'> {
  /** @param limit levels still to show; 0 for all, -1 for all in one */
  async function level(parent: number, children: ReadonlyMap<number, Post[]>, depth: number, limit: number, query: PostQuery): Promise<string> {
    const indent = '\t'.repeat(depth);
    let html = '';
    for (const page of children.get(parent) ?? []) {
      const below = limit === 1 ? '' : await level(page.id, children, depth + 1, limit === 0 ? 0 : limit - 1, query);
      const list = below === '' ? '' : `\n${indent}<ul class='children'>\n${below}${indent}</ul>\n`;
      html += `${indent}${await item(page, children.has(page.id), depth, query)}${list}</li>\n`;
    }
    return html;
  }

  async function item(page: Post, hasChildren: boolean, depth: number, query: PostQuery): Promise<string> {
    const classes = ['page_item', `page-item-${page.id}`, ...(hasChildren ? ['page_item_has_children'] : [])];
    const names = (await hooks.applyFilters('page_css_class', classes, page, depth, query)).join(' ');
    const title = page.post_title === '' ? `#${page.id} (no title)` : page.post_title;
    const shown = await hooks.applyFilters('the_title', title, page.id);
    const link = formatting.escUrl(await getPageLink(page));
    return `<li class="${formatting.escAttr(names)}"><a href="${link}">${textOf(query, 'link_before')}${shown}${textOf(query, 'link_after')}</a>`;
  }

  return {
    async wpListPages(given = {}) {
      const query: PostQuery = { sort_column: 'menu_order, post_title', ...given };
      const depth = numberOf(query, 'depth');
      const pages = await getPages({ ...query, hierarchical: 0, ...(isSet(query, 'exclude') ? {} : { exclude: [] }) });
      if (!pages || pages.length === 0) return '';
      const ids = new Set(pages.map((page) => page.id));
      const children = new Map<number, Post[]>();
      for (const page of pages) {
        // A page whose parent is not listed stands where its parent would.
        const parent = depth === -1 || !ids.has(page.post_parent) ? 0 : page.post_parent;
        children.set(parent, [...(children.get(parent) ?? []), page]);
      }
      const list = await level(0, children, 0, Math.max(0, depth), query);
      const title = query.title_li === undefined ? 'Pages' : textOf(query, 'title_li');
      const html = title === '' ? list : `<li class="pagenav">${title}<ul>${list}</ul></li>`;
      return hooks.applyFilters('wp_list_pages', html, query, pages);
    },
  };
}
