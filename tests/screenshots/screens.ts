import type { Page } from 'playwright-core';
import type { LookedAt } from '../lighthouse/pages.js';

/** A page to take screenshots of. */
export interface Screen {
  /** Name of the file. */
  readonly name: string;
  readonly path: string;
  /** The user: an anonymous visitor, a visitor with a cart, or the owner. */
  readonly role: 'visitor' | 'buyer' | 'owner';
  /** Whether its screenshots are part of the documentation. */
  readonly isDocumented?: boolean;
}

const SCREENS_WITH_DATA: ReadonlySet<string> = new Set([
  'index',
  'upload',
  'nav-menus',
  'themes',
  'customize',
  'edit-comments',
]);

/** Pages for visitors. */
export function pagesOf(prepared: readonly LookedAt[]): Screen[] {
  const path = (name: string): string => prepared.find((page) => page.name === name)?.path ?? '/';
  const visitorScreen = (name: string, path: string): Screen => ({
    name,
    path,
    role: 'visitor',
    isDocumented: true,
  });
  return [
    visitorScreen('home', '/'),
    visitorScreen('shop', '/shop/'),
    visitorScreen('product', '/product/lampa-stolowa-jutrzenka/'),
    { name: 'product-photographs', path: path('product with photographs'), role: 'visitor' },
    visitorScreen('page', path('page with photographs')),
    { name: 'search', path: '/?s=lamp', role: 'visitor' },
    { name: 'nothing-found', path: '/?s=zzzzzz', role: 'visitor' },
    { name: 'not-found', path: '/nowhere/', role: 'visitor' },
    { name: 'contact', path: '/contact/', role: 'visitor' },
    { name: 'log-in', path: '/account/log-in/', role: 'visitor' },
    { name: 'empty-cart', path: '/cart/', role: 'visitor' },
    { name: 'cart', path: '/cart/', role: 'buyer', isDocumented: true },
    { name: 'checkout', path: '/checkout/', role: 'buyer', isDocumented: true },
  ];
}

/** Pages for the owner: the editor with the page of images, and all screens of the admin menu. */
export async function screensOf(owner: Page, url: string): Promise<Screen[]> {
  await owner.goto(`${url}/wp-admin/edit.php?post_type=page`);
  const editor = await owner.locator('a.row-title', { hasText: 'Where our tea comes from' }).getAttribute('href');
  const entries = async (): Promise<string[]> => {
    const links = await Promise.all(
      (await owner.locator('nav a[href*="/wp-admin/"], aside a[href*="/wp-admin/"]').all()).map((link) =>
        link.getAttribute('href'),
      ),
    );
    return links.flatMap((link) => (link === null || /logout|_wpnonce/.test(link) ? [] : [new URL(link, url).href]));
  };
  const paths = new Set(await entries());
  // Submenu entries are visible only while their parent is open.
  for (const path of [...paths]) {
    await owner.goto(path);
    for (const below of await entries()) paths.add(below);
  }
  return [
    {
      name: 'admin-page-editor',
      path: new URL(editor ?? '', `${url}/wp-admin/`).href.slice(url.length),
      role: 'owner',
      isDocumented: true,
    },
    ...[...paths].map((screenUrl): Screen => {
      const { pathname, search } = new URL(screenUrl);
      const name =
        `${pathname.replace(/^.*\/wp-admin\/?/, '').replace(/\.php$/, '') || 'index'}${search.replace(/^\?/, '-').replaceAll(/[^\w-]+/g, '-')}`.replace(
          /^admin-page-/,
          '',
        );
      return {
        name: `admin-${name}`,
        path: pathname + search,
        role: 'owner',
        isDocumented: SCREENS_WITH_DATA.has(name),
      };
    }),
  ];
}
