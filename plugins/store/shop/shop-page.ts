import type { FrontRoute, PageRequest, PluginScope, Reply } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import type { CatalogueTerm, ShopPage, ShopPlace } from '../contract/index.js';
import { below, pathTo } from '../taxonomies/term-store.js';
import { askedSlugs, firstOf } from '../search-tokens/slugs.js';
import { breadcrumbData, canonicalOf, type Crumb, robotsOf } from './shop-address.js';
import type { CategoryTile, CategoryTiles } from './category-tiles.js';
import { ownList } from './built-in-list.js';
import type { ProductList } from './product-list.js';

interface ShopPagesDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogueParts;
  readonly list: ProductList;
  readonly tiles: CategoryTiles;
}

/** `/shop/`, `/product-category/:slug/`, and the pages of brands and tags: product lists. */
export function shopPages({ scope, parts, list, tiles }: ShopPagesDeps): FrontRoute[] {
  const { __, homeUrl } = scope;
  const { catalogue, terms, taxonomies } = parts;

  async function show(
    request: PageRequest,
    path: string,
    term: CatalogueTerm | undefined,
    base: readonly Crumb[],
    title: string,
  ): Promise<Reply> {
    scope.useAsset('store-shop');
    const all = await terms.all('product_cat');
    const { categoryId, termId, breadcrumbs, termIds } = shownTerm(term, all, path, title);
    const crumbs = [...base, ...breadcrumbs];
    const context: ShopPlace = { categoryId, termId, request };
    const customHtml = await scope.applyFilters<string>('store/shop_html', '', context);
    const html = customHtml !== '' ? customHtml : await ownList({ scope, catalogue, list }, request, path, termIds);
    const row = term ? await taxonomies.term(term.id) : null;
    const text = row?.description ?? '';
    const categoryTiles = termId > 0 ? [] : await tiles(categoryId);
    const page = await scope.applyFilters<ShopPage>(
      'store/shop_page',
      {
        title,
        heading: title,
        text,
        description: text || described(title, categoryTiles),
        canonical: canonicalOf(request, path),
        robots: robotsOf(request).robots ?? (term && isAttribute(term) ? 'noindex, follow' : ''),
        status: 200,
        jsonLd: [breadcrumbData(crumbs)],
        links: [],
      },
      context,
    );
    return {
      kind: 'page',
      title: page.title,
      status: page.status,
      view: 'shop/shop',
      canonical: page.canonical,
      bodyClass: ['store-shop', 'store-wide'],
      description: page.description.slice(0, 300),
      jsonLd: page.jsonLd,
      ...(page.robots === '' ? {} : { robots: page.robots }),
      data: { ...page, crumbs: crumbs.slice(0, -1), here: crumbs.at(-1)?.name, categories: categoryTiles, html },
    };
  }

  /**
   * Returns the breadcrumb path of a list and the IDs of its terms; undefined term IDs for the list of all products.
   */
  function shownTerm(
    term: CatalogueTerm | undefined,
    all: readonly CatalogueTerm[],
    path: string,
    title: string,
  ): {
    readonly categoryId: number;
    readonly termId: number;
    readonly breadcrumbs: readonly Crumb[];
    readonly termIds: readonly number[] | undefined;
  } {
    if (!term) return { categoryId: 0, termId: 0, breadcrumbs: [], termIds: undefined };
    if (term.taxonomy !== 'product_cat')
      return { categoryId: 0, termId: term.id, breadcrumbs: [{ name: title, url: homeUrl(path) }], termIds: [term.id] };
    const breadcrumbs = pathTo(term.id, all).map((one) => ({
      name: one.name,
      url: homeUrl(`/product-category/${one.slug}/`),
    }));
    return { categoryId: term.id, termId: 0, breadcrumbs, termIds: below(term.id, all) };
  }

  /** Returns the meta description of a list without a description of its own. */
  const described = (title: string, below: readonly CategoryTile[]): string =>
    below.length > 0 ? `${title}: ${below.map(({ name }) => name).join(', ')}` : '';

  const home = (): Crumb => ({ name: __('Home'), url: homeUrl('/') });
  const shop = (): Crumb => ({ name: __('Shop'), url: homeUrl('/shop/') });

  const byAddress = async (taxonomy: string, request: PageRequest): Promise<CatalogueTerm | undefined> =>
    firstOf(await terms.all(taxonomy), askedSlugs(request, 'slug'));

  const termRoute = (path: string, taxonomy: string): FrontRoute => ({
    path: `/${path}/:slug/`,
    methods: ['GET'],
    async handler(request) {
      const term = await byAddress(taxonomy, request);
      return term ? show(request, `/${path}/${term.slug}/`, term, [home(), shop()], term.name) : undefined;
    },
  });

  /**
   * Excluded from search engines: there is a list for every value of every attribute. A plugin may allow selected ones.
   */
  const attributeRoute: FrontRoute = {
    path: '/attribute/:attribute/:slug/',
    methods: ['GET'],
    async handler(request) {
      const taxonomy = (await taxonomies.taxonomies()).find(
        ({ name }) => name === `${ATTRIBUTE}${request.params.attribute}`,
      );
      const term = taxonomy && (await byAddress(taxonomy.name, request));
      return term
        ? show(
            request,
            `/attribute/${taxonomy.name.slice(ATTRIBUTE.length)}/${term.slug}/`,
            term,
            [home(), shop()],
            `${taxonomy.label}: ${term.name}`,
          )
        : undefined;
    },
  };

  return [
    {
      path: '/shop/',
      methods: ['GET'],
      handler: (request) => show(request, '/shop/', undefined, [home(), shop()], __('Shop')),
    },
    termRoute('product-category', 'product_cat'),
    termRoute('product-tag', 'product_tag'),
    termRoute('brand', 'product_brand'),
    attributeRoute,
  ];
}

const ATTRIBUTE = 'pa_';
const isAttribute = ({ taxonomy }: CatalogueTerm): boolean => taxonomy.startsWith(ATTRIBUTE);
