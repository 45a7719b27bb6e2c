import { setImmediate } from 'node:timers/promises';
import type { ReceivedShop, SeenPage, ShopView } from './shop-view.js';
import { type Screen, SCREENS } from './styles/screen.js';
import { findVisible, parsePage, type SeenElement } from './visible-element.js';

/** Views of a shop: in the reference window, and in those others in which something else can be seen. */
export type ShopViews = readonly [ShopView, ...ShopView[]];

/** Creates the view of a shop in a window. */
function createView(
  { live, locales, responses, cookies, styles }: ReceivedShop,
  screen: Screen,
  pages: readonly SeenPage[],
): ShopView {
  return {
    live,
    locales,
    responses,
    cookies,
    foreignStyleUrls: styles.foreignUrls(),
    screen,
    pages,
    findPages: (...kinds) => pages.filter(({ kind }) => kinds.includes(kind)),
  };
}

function isSameElement(one: SeenElement, other: SeenElement): boolean {
  if (one.tag !== other.tag || one.text !== other.text || one.children.length !== other.children.length) return false;
  return one.children.every((child, at) => {
    const otherChild = other.children[at];
    return otherChild !== undefined && isSameElement(child, otherChild);
  });
}

/** Whether the same can be seen in two windows. */
const isSameView = (one: ShopView, other: ShopView): boolean =>
  one.pages.every(({ body }, at) => {
    const otherPage = other.pages[at];
    return otherPage !== undefined && isSameElement(body, otherPage.body);
  });

/** @param see returns what can be seen of the page with that index */
export async function createViews(
  shop: ReceivedShop,
  see: (at: number, screen: Screen) => SeenElement,
): Promise<ShopViews> {
  const [reference, ...others] = SCREENS;
  const views: [ShopView, ...ShopView[]] = [await viewIn(shop, reference, see)];
  for (const screen of others) {
    const view = await viewIn(shop, screen, see);
    if (!views.some((known) => isSameView(known, view))) views.push(view);
  }
  return views;
}

async function viewIn(
  shop: ReceivedShop,
  screen: Screen,
  see: (at: number, screen: Screen) => SeenElement,
): Promise<ShopView> {
  const pages: SeenPage[] = [];
  for (const [at, page] of shop.pages.entries()) {
    pages.push({ ...page, body: see(at, screen) });
    // Visitors of the shop are served in between.
    await setImmediate();
  }
  return createView(shop, screen, pages);
}

/** Analyzes the stylesheets of a shop's pages. @returns what can be seen of the page with that index in a window */
export async function findVisiblePages(shop: ReceivedShop): Promise<(at: number, screen: Screen) => SeenElement> {
  if (!shop.live) {
    const bodies = shop.pages.map(({ html }) => parsePage(html));
    return (at) => bodies[at] ?? parsePage('');
  }
  const pages = await Promise.all(shop.pages.map(({ html }) => shop.styles.load(html)));
  return (at, screen) => {
    const page = pages[at];
    return page ? findVisible(page, screen) : parsePage('');
  };
}

/** Finds out what can be seen of a shop from its pages and stylesheets. */
export async function analyzeShop(shop: ReceivedShop): Promise<ShopViews> {
  return createViews(shop, await findVisiblePages(shop));
}
