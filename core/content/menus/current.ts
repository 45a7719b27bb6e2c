import type { NavMenuItem, PageRequest } from '../../api/index.js';
import { currentContext, PAGE_REQUEST } from '../../context/index.js';

/**
 * Sets the CSS classes of menu items, and marks the items that link to the current page and their ancestors (WordPress:
 * _wp_menu_item_classes_by_context).
 * @param home URL of the site, without a trailing slash
 */
export function markCurrentItems(items: readonly NavMenuItem[], home: string): void {
  const path = (currentContext()?.memo.get(PAGE_REQUEST) as PageRequest | undefined)?.path;
  const byId = new Map(items.map((item) => [item.db_id, item]));
  for (const item of items) {
    item.classes = [
      'menu-item',
      `menu-item-type-${item.type}`,
      `menu-item-object-${item.object}`,
      ...item.classes.filter((name) => name !== ''),
    ];
    if (item.url === `${home}/` || item.url === home) item.classes.push('menu-item-home');
    if (path === undefined || pathOf(item.url, home) !== path) continue;
    item.current = true;
    item.classes.push(
      'current-menu-item',
      ...(item.object === 'page' ? ['page_item', `page-item-${item.object_id}`, 'current_page_item'] : []),
    );
    let childItem = item;
    // Invalid data may contain cycles, so visited items are skipped.
    for (const visited = new Set([item.db_id]); ;) {
      const parentItem = byId.get(childItem.menu_item_parent);
      if (!parentItem || visited.has(parentItem.db_id)) break;
      visited.add(parentItem.db_id);
      parentItem.current_item_ancestor = true;
      if (childItem === item) parentItem.current_item_parent = true;
      childItem = parentItem;
    }
  }
  for (const item of items) {
    if (item.current_item_ancestor) item.classes.push('current-menu-ancestor');
    if (item.current_item_parent) item.classes.push('current-menu-parent');
    if (items.some((other) => other.menu_item_parent === item.db_id)) item.classes.push('menu-item-has-children');
  }
}

/** Returns the path of a URL of this site; undefined for URLs of other sites and for URLs with a query. */
function pathOf(url: string, home: string): string | undefined {
  const sitePath = withoutHome(url, home);
  return sitePath === undefined || sitePath.includes('?') ? undefined : sitePath.replace(/#.*$/s, '');
}

/** Returns the part after the home URL. */
function withoutHome(url: string, home: string): string | undefined {
  if (url.startsWith('/') && !url.startsWith('//')) return url;
  if (url === home) return '/';
  return url.startsWith(`${home}/`) ? url.slice(home.length) : undefined;
}
