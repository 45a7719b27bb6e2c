import type { AdminPage, RolesApi } from '../api/index.js';
import { resolveText } from '../fields/index.js';
import { isIcon } from './menu-check.js';
import type { OwnedEntry } from '../plugins/index.js';

/** An item of the admin menu. */
interface MenuItem {
  readonly title: string;
  readonly url: string;
  readonly icon: string;
  /** Number of items waiting for attention. */
  readonly pendingCount: number;
  readonly current: boolean;
  /** Whether this item or one of its children is the current screen. */
  readonly open: boolean;
  readonly children: readonly MenuItem[];
}

/**
 * Returns the menu for the user of the current request: only the items this user may open, sorted by position.
 * @param current slug of the item shown as the current one
 * @param openParent slug of the top-level item that is open
 */
export async function createAdminMenu(
  pages: readonly OwnedEntry<AdminPage>[],
  roles: RolesApi,
  current: string,
  openParent: string,
  urlOf: (page: AdminPage) => string,
): Promise<MenuItem[]> {
  const checkedPages = await Promise.all(
    pages.map(async ({ value }) => ({
      value,
      allowed: !value.hidden && (await roles.currentUserCan(value.capability)),
    })),
  );
  const counts = new Map(
    await Promise.all(
      checkedPages
        .filter(({ allowed }) => allowed)
        .map(async ({ value }) => [value, Number(await value.pendingCount?.()) || 0] as const),
    ),
  );
  const visiblePages = checkedPages.filter(({ allowed }) => allowed).map(({ value }) => value);
  const toMenuItem = (page: AdminPage): MenuItem => {
    const children = sortByPosition(visiblePages.filter((child) => child.parent === page.slug)).map(toMenuItem);
    return {
      title: resolveText(page.menuTitle ?? page.title),
      url: urlOf(page),
      icon: isIcon(page.icon) ? page.icon : 'page',
      pendingCount: counts.get(page) ?? 0,
      current: page.slug === current,
      open: page.slug === current || page.slug === openParent || children.some((child) => child.open),
      children,
    };
  };
  const slugs = new Set(visiblePages.map((page) => page.slug));
  return sortByPosition(visiblePages.filter((page) => page.parent === undefined || !slugs.has(page.parent))).map(
    toMenuItem,
  );
}

function sortByPosition(pages: readonly AdminPage[]): AdminPage[] {
  return [...pages].sort((a, b) => (a.position ?? 50) - (b.position ?? 50));
}
