import type { Post, PostQuery, PostsApi } from '../../api/index.js';
import { isSet, numberOf, textOf } from '../query/query-values.js';
import type { ContentDeps } from '../deps.js';

interface ListPagesDeps extends ContentDeps {
  getPages: PostsApi['getPages'];
  getPageLink(page: Post): Promise<string>;
}

/** Renders a nested list of page links (WordPress: wp_list_pages). */
export function createListPages({
  hooks,
  formatting,
  getPages,
  getPageLink,
}: ListPagesDeps): Pick<PostsApi, 'wpListPages'> {
  interface ListState {
    query: PostQuery;
    /** Children by parent ID. Entries are removed when they are rendered. */
    childrenByParent: Map<number, Post[]>;
    parents: ReadonlySet<number>;
    /** Whitespace at the start and the end of a line. */
    tab: string;
    line: string;
  }

  /** @param limit number of levels to render, starting with this one; 0 for all */
  async function renderLevel(pages: readonly Post[], depth: number, limit: number, list: ListState): Promise<string> {
    const indent = list.tab.repeat(depth);
    let html = '';
    for (const page of pages) {
      let inner = '';
      const children = limit === 1 ? undefined : list.childrenByParent.get(page.id);
      if (children) {
        list.childrenByParent.delete(page.id);
        inner = `${list.line}${indent}<ul class='children'>${list.line}${await renderLevel(children, depth + 1, limit === 0 ? 0 : limit - 1, list)}${indent}</ul>${list.line}`;
      }
      html += `${indent}${await renderItem(page, list.parents.has(page.id), depth, list.query)}${inner}</li>${list.line}`;
    }
    return html;
  }

  async function renderItem(page: Post, hasChildren: boolean, depth: number, query: PostQuery): Promise<string> {
    const classes = ['page_item', `page-item-${page.id}`, ...(hasChildren ? ['page_item_has_children'] : [])];
    const names = (await hooks.applyFilters('page_css_class', classes, page, depth, query)).join(' ');
    const title = page.post_title === '' ? `#${page.id} (no title)` : page.post_title;
    const filteredTitle = await hooks.applyFilters('the_title', title, page.id);
    const link = formatting.escUrl(await getPageLink(page));
    return `<li class="${formatting.escAttr(names)}"><a href="${link}">${textOf(query, 'link_before')}${filteredTitle}${textOf(query, 'link_after')}</a>`;
  }

  /** Renders the page tree. If all levels are rendered, pages whose parents are not listed follow at the end. */
  async function renderTree(pages: readonly Post[], depth: number, query: PostQuery): Promise<string> {
    const discard = query.item_spacing === 'discard';
    const list: ListState = {
      query,
      childrenByParent: new Map(),
      parents: new Set(pages.map((page) => page.post_parent)),
      tab: discard ? '' : '\t',
      line: discard ? '' : '\n',
    };
    if (depth < 0) return renderLevel(pages, 0, 1, list);
    const root = pages.some((page) => page.post_parent === 0) ? 0 : (pages[0]?.post_parent ?? 0);
    const top = pages.filter((page) => page.post_parent === root);
    for (const page of pages)
      if (page.post_parent !== root)
        list.childrenByParent.set(page.post_parent, [...(list.childrenByParent.get(page.post_parent) ?? []), page]);
    let html = await renderLevel(top, 0, depth, list);
    if (depth === 0)
      for (const orphans of [...list.childrenByParent.values()]) html += await renderLevel(orphans, 0, 1, list);
    return html;
  }

  return {
    async wpListPages(args = {}) {
      const query: PostQuery = { sort_column: 'menu_order, post_title', ...args };
      const depth = numberOf(query, 'depth');
      const pages = await getPages({ ...query, hierarchical: 0, ...(isSet(query, 'exclude') ? {} : { exclude: [] }) });
      if (!pages || pages.length === 0) return '';
      const list = await renderTree(pages, depth, query);
      const title = query.title_li === undefined ? 'Pages' : textOf(query, 'title_li');
      const html = title === '' ? list : `<li class="pagenav">${title}<ul>${list}</ul></li>`;
      return hooks.applyFilters('wp_list_pages', html, query, pages);
    },
  };
}
