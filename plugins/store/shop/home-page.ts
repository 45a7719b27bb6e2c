import type { FrontRoute, PageRequest, PluginScope } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import type { ProductSummary } from '../contract/index.js';
import type { CategoryTile, CategoryTiles } from './category-tiles.js';
import type { ListQuery, ProductList } from './product-list.js';
import type { ProductSearch } from './product-search.js';
import { robotsOf } from './shop-address.js';

interface HomePageDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogueParts;
  readonly list: ProductList;
  readonly search: ProductSearch;
  readonly tiles: CategoryTiles;
}

/** Content of the home page, valid while the catalog is unchanged. */
interface Window {
  /** Sequence number of the last catalog change. */
  readonly lastChangeId: number;
  readonly featured: readonly number[];
  readonly onSale: readonly number[];
  readonly newest: readonly number[];
  readonly categories: readonly CategoryTile[];
}

const ROW_SIZE = 4;

/** `/`: the shop's home page, unless the home page is set to a page. */
export function homePage({ scope, parts, list, search, tiles }: HomePageDeps): FrontRoute {
  const { __, homeUrl } = scope;
  let window: Window | undefined;

  /** Selected again only after the catalog has changed; with a million products this takes a while. */
  async function shopWindow(): Promise<Window> {
    const change = await parts.changes.last();
    if (window?.lastChangeId === change) return window;
    const pickedIds = new Set<number>();
    const pick = async (query: Omit<ListQuery, 'limit'>): Promise<readonly number[]> => {
      const ids = (await list.ids({ ...query, limit: ROW_SIZE * 3 }))
        .filter((id) => !pickedIds.has(id))
        .slice(0, ROW_SIZE);
      for (const id of ids) pickedIds.add(id);
      return ids;
    };
    window = {
      lastChangeId: change,
      featured: await pick({ featured: true }),
      onSale: await pick({ onSale: true, sort: 'popularity' }),
      newest: await pick({ sort: 'date' }),
      categories: await tiles(0),
    };
    return window;
  }

  /** Builds a titled row of product cards. */
  async function renderRow(title: string, products: readonly ProductSummary[]): Promise<object[]> {
    return products.length === 0 ? [] : [{ title, cards: await parts.catalogue.renderCards(products) }];
  }

  async function isShop(request: PageRequest): Promise<boolean> {
    return (
      scope.publicQueryVars().every((name) => !Object.hasOwn(request.query, name)) &&
      (await scope.getOption<unknown>('show_on_front', 'posts')) !== 'page' &&
      (await list.ids({ limit: 1 })).length > 0
    );
  }

  return {
    path: '/',
    methods: ['GET'],
    async handler(request) {
      if (!(await isShop(request))) return search.elsewhere(request);
      scope.useAsset('store-shop');
      const { featured, onSale, newest, categories } = await shopWindow();
      const products = await parts.catalogue.summaries([...featured, ...onSale, ...newest]);
      const among = (ids: readonly number[]): ProductSummary[] => products.filter(({ id }) => ids.includes(id));
      const shelves = [
        ...(await renderRow(__('Our favorites'), among(featured))),
        ...(await renderRow(__('On sale'), among(onSale))),
        ...(await renderRow(__('New arrivals'), among(newest))),
      ];
      const name = await scope.siteName();
      const tagline = scope.wpSpecialcharsDecode(await scope.getOption<string>('blogdescription', ''), 'both');
      const [hero] = among(featured);
      const site = {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name,
        url: homeUrl('/'),
        potentialAction: {
          '@type': 'SearchAction',
          target: `${homeUrl('/shop/')}?sf_q={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      };
      return {
        kind: 'page',
        title: '',
        view: 'shop/home',
        canonical: '/',
        description: tagline,
        bodyClass: ['store-home', 'store-wide'],
        jsonLd: [site],
        ...robotsOf(request),
        data: { name, tagline, hero, categories, shelves, shopUrl: homeUrl('/shop/') },
      };
    },
  };
}
