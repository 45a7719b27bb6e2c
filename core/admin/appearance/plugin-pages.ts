import { NAV_MENU_DEFAULTS } from '../../content/menus/render-menu.js';
import type { AdminDeps } from '../deps.js';

/** A page rendered by a plugin, such as a shop or a cart. */
export interface PluginPage {
  readonly title: string;
  readonly url: string;
}

/** The pages that plugins add to the menus of the theme. */
interface PluginPages {
  readonly all: readonly PluginPage[];
  /** Pages shown in the primary location only while the owner has assigned no menu to it. */
  readonly fallbackItems: readonly PluginPage[];
}

/** Maximum number of pages offered. */
const MAX_PAGES = 300;

/** Collects the pages of plugins, so that menus can link to them. */
export async function collectPluginPages({ hooks }: Pick<AdminDeps, 'hooks'>): Promise<PluginPages> {
  const fallbackItems = await hooks.applyFilters<readonly PluginPage[]>('plinth/fallback_menu_items', []);
  const footerLinks = await hooks.applyFilters('plinth/footer_links', []);
  const headerLinks = await hooks.applyFilters('plinth/header_links', []);
  // Pages that plugins add to every menu in the primary location need no item there.
  const added = await hooks.applyFilters('wp_nav_menu_items', '', { ...NAV_MENU_DEFAULTS, theme_location: 'primary' });
  const all = new Map(
    [...fallbackItems, ...headerLinks, ...footerLinks].map(({ title, url }) => [
      url,
      { url, title: title.replace(/ \(\d+\)$/, '') },
    ]),
  );
  const links = await hooks.applyFilters('plinth/menu_links', [...all.values()]);
  return {
    all: links.slice(0, MAX_PAGES),
    fallbackItems: fallbackItems.filter(({ url }) => !added.includes(`"${url}"`)),
  };
}
