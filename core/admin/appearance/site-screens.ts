import { NAV_MENU_DEFAULTS } from '../../content/menus/render-menu.js';
import type { AdminDeps } from '../deps.js';

/** A page that a plugin makes, such as a shop or a cart. */
export interface SiteScreen {
  readonly title: string;
  readonly url: string;
}

/** What plugins put into the theme's menus by themselves. */
interface SiteScreens {
  readonly all: readonly SiteScreen[];
  /** Those that stand at the top only as long as the owner has no menu there. */
  readonly top: readonly SiteScreen[];
}

/** More than anybody looks through. */
const MAX = 300;

/** Asks plugins for their pages, so that menus can lead there. */
export async function siteScreens({ hooks }: Pick<AdminDeps, 'hooks'>): Promise<SiteScreens> {
  const listed = await hooks.applyFilters('wp_nav_menu_items', []);
  const below = await hooks.applyFilters('wp_nav_menu_footer_items', []);
  const tools = await hooks.applyFilters('plinth/header_tools', []);
  // What plugins add to any menu at the top needs no entry there.
  const added = await hooks.applyFilters('wp_nav_menu_items', '', { ...NAV_MENU_DEFAULTS, theme_location: 'primary' });
  const top = Array.isArray(listed) ? (listed as readonly SiteScreen[]) : [];
  const all = new Map(
    [...top, ...tools, ...below].map(({ title, url }) => [url, { url, title: title.replace(/ \(\d+\)$/, '') }]),
  );
  const links = await hooks.applyFilters('plinth/menu_links', [...all.values()]);
  return { all: links.slice(0, MAX), top: top.filter(({ url }) => !String(added).includes(`"${url}"`)) };
}
