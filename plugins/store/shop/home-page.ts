import type { FrontRoute, PageRequest, PluginScope } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { ProductSummary } from '../contract/index.js';
import type { CategoryTile, CategoryTiles } from './category-tiles.js';
import type { ListQuery, ProductList } from './product-list.js';
import type { ProductSearch } from './product-search.js';
import { robotsDirective } from './list-url.js';

interface HomePageDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogParts;
  readonly list: ProductList;
  readonly search: ProductSearch;
  readonly tiles: CategoryTiles;
}

/** Content of the home page, which is valid until the catalog changes. */
interface HomeContent {
  /** Sequence number of the last catalog change. */
  readonly lastChangeId: number;
  readonly featured: readonly number[];
  readonly onSale: readonly number[];
  readonly newest: readonly number[];
  readonly categories: readonly CategoryTile[];
}

const ROW_SIZE = 4;

/** `/`: the home page of the shop, unless the home page is a static page (`show_on_front`). */
export function homePage({ scope, parts, list, search, tiles }: HomePageDeps): FrontRoute {
  const { __, homeUrl } = scope;
  let cachedContent: HomeContent | undefined;

  /** Returns the content. It is selected again only after the catalog has changed, because large catalogs are slow. */
  async function loadContent(): Promise<HomeContent> {
    const change = await parts.changes.last();
    if (cachedContent?.lastChangeId === change) return cachedContent;
    const selectedIds = new Set<number>();
    const selectProducts = async (query: Omit<ListQuery, 'limit'>): Promise<readonly number[]> => {
      const ids = (await list.ids({ ...query, limit: ROW_SIZE * 3 }))
        .filter((id) => !selectedIds.has(id))
        .slice(0, ROW_SIZE);
      for (const id of ids) selectedIds.add(id);
      return ids;
    };
    cachedContent = {
      lastChangeId: change,
      featured: await selectProducts({ featured: true }),
      onSale: await selectProducts({ onSale: true, sort: 'popularity' }),
      newest: await selectProducts({ sort: 'date' }),
      categories: await tiles(0),
    };
    return cachedContent;
  }

  /**
   * Renders a row of product cards with a title.
   * @param query of the product list that the row links to
   */
  async function renderRow(title: string, products: readonly ProductSummary[], query = ''): Promise<object[]> {
    if (products.length === 0) return [];
    return [{ title, url: homeUrl(`/shop/${query}`), cards: await parts.catalog.renderCards(products) }];
  }

  async function isShopHomePage(request: PageRequest): Promise<boolean> {
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
      if (!(await isShopHomePage(request))) return search.elsewhere(request);
      scope.useAsset('store-shop');
      const { featured, onSale, newest, categories } = await loadContent();
      const products = await parts.catalog.summaries([...featured, ...onSale, ...newest]);
      const summariesOf = (ids: readonly number[]): ProductSummary[] => products.filter(({ id }) => ids.includes(id));
      const shelves = [
        ...(await renderRow(__('Our favorites'), summariesOf(featured))),
        ...(await renderRow(
          __('On sale'),
          // Not those whose reduction must not be announced.
          summariesOf(onSale).filter((product) => product.onSale),
        )),
        ...(await renderRow(__('New arrivals'), summariesOf(newest), '?sf_orderby=date')),
      ];
      const name = await scope.siteName();
      const tagline = scope.wpSpecialcharsDecode(await scope.getOption<string>('blogdescription', ''), 'both');
      const [hero] = summariesOf(featured);
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
        ...robotsDirective(request),
        data: { name, tagline, hero, categories, productLists: shelves, shopUrl: homeUrl('/shop/') },
      };
    },
  };
}
