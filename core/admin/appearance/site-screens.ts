import { NAV_MENU_DEFAULTS } from '../../content/menus/render-menu.js';
import type { AdminDeps } from '../deps.js';

/** A page rendered by a plugin, such as a shop or a cart. */
export interface SiteScreen {
  readonly title: string;
  readonly url: string;
}

/** The pages that plugins add to the theme's menus. */
interface SiteScreens {
  readonly all: readonly SiteScreen[];
  /** Pages shown in the top location only while the owner has assigned no menu to it. */
  readonly top: readonly SiteScreen[];
}

/** Maximum number of pages offered. */
const MAX_PAGES = 300;

/** Collects the pages of plugins, so that menus can link to them. */
export async function collectSiteScreens({ hooks }: Pick<AdminDeps, 'hooks'>): Promise<SiteScreens> {
  const listed = await hooks.applyFilters('wp_nav_menu_items', []);
  const footerLinks = await hooks.applyFilters('wp_nav_menu_footer_items', []);
  const headerLinks = await hooks.applyFilters('plinth/header_links', []);
  // Pages that plugins add to every menu in the top location need no item there.
  const added = await hooks.applyFilters('wp_nav_menu_items', '', { ...NAV_MENU_DEFAULTS, theme_location: 'primary' });
  const top = Array.isArray(listed) ? (listed as readonly SiteScreen[]) : [];
  const all = new Map(
    [...top, ...headerLinks, ...footerLinks].map(({ title, url }) => [
      url,
      { url, title: title.replace(/ \(\d+\)$/, '') },
    ]),
  );
  const links = await hooks.applyFilters('plinth/menu_links', [...all.values()]);
  return { all: links.slice(0, MAX_PAGES), top: top.filter(({ url }) => !String(added).includes(`"${url}"`)) };
}
