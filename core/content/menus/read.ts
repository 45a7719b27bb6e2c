import { isWpError, type MenusApi, type Term, type TermsApi } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { TERM_COLUMNS, selectTerms } from '../terms/term-rows.js';
import type { MenuItems } from './items.js';
import { cacheQuery, noDataCache } from '../../cache/index.js';

export type MenuReads = Pick<
  MenusApi,
  'wpGetNavMenuObject' | 'wpGetNavMenuItems' | 'wpSetupNavMenuItem' | 'wpGetNavMenus'
>;

interface MenuReadDeps extends Pick<ContentDeps, 'db' | 'hooks' | 'dataCache' | 'formatting'> {
  items: MenuItems;
  terms: Pick<TermsApi, 'getTerms'>;
}

/** Reads menus and their items (WordPress: wp_get_nav_menus, wp_get_nav_menu_object, wp_get_nav_menu_items). */
export function createMenuReads({
  db,
  hooks,
  dataCache = noDataCache,
  formatting,
  items,
  terms,
}: MenuReadDeps): MenuReads {
  async function findMenuBy(column: string, value: number | string): Promise<Term | undefined> {
    const query = selectTerms(db)
      .where({ [column]: value, 'x.taxonomy': 'nav_menu' })
      .orderBy('t.term_id')
      .limit(1)
      .select(TERM_COLUMNS);
    const [term] = await cacheQuery<Term>(dataCache, 'content', query);
    if (term === undefined) return undefined;
    const filtered = await hooks.applyFilters<Term>('get_term', term, 'nav_menu');
    return await hooks.applyFilters<Term>('get_nav_menu', filtered, 'nav_menu');
  }

  async function getMenuObject(menu: number | string | Term): Promise<Term | false> {
    let found: Term | undefined;
    if (typeof menu === 'object') found = menu;
    else {
      const text = String(menu).trim();
      if (/^\d+$/.test(text)) found = await findMenuBy('t.term_id', Number(text));
      if (!found && text !== '')
        found = (await findMenuBy('t.slug', formatting.sanitizeTitle(text))) ?? (await findMenuBy('t.name', text));
    }
    return await hooks.applyFilters<Term | false>('wp_get_nav_menu_object', found ?? false, menu);
  }

  return {
    wpGetNavMenuObject: getMenuObject,
    async wpGetNavMenuItems(menu, args = {}) {
      const found = await getMenuObject(menu);
      return found ? items.itemsOf(found, { ...args }) : false;
    },
    wpSetupNavMenuItem: items.setup,
    async wpGetNavMenus() {
      const args = { taxonomy: 'nav_menu', hide_empty: false, orderby: 'name' };
      const found = await terms.getTerms(args);
      return hooks.applyFilters('wp_get_nav_menus', isWpError(found) ? [] : found, args);
    },
  };
}
