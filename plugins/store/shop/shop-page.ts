import type { FrontRoute, PageRequest, PluginScope, Reply } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import type { CatalogueTerm, ShopPage, ShopPlace } from '../contract/index.js';
import { below, pathTo } from '../taxonomies/term-path.js';
import { breadcrumbData, type Crumb } from './breadcrumbs.js';
import type { CategoryTile, CategoryTiles } from './category-tiles.js';
import { ownList } from './own-list.js';
import type { ProductList } from './product-list.js';
import { canonicalOf, robotsOf } from './shop-address.js';

interface ShopPagesDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogueParts;
  readonly list: ProductList;
  readonly tiles: CategoryTiles;
}

/** `/shop/`, `/product-category/:slug/`, and the pages of brands and tags: lists of products. */
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
    const category = term?.taxonomy === 'product_cat' ? term : undefined;
    const way = category
      ? pathTo(category.id, all).map((one) => ({ name: one.name, url: homeUrl(`/product-category/${one.slug}/`) }))
      : term
        ? [{ name: title, url: homeUrl(path) }]
        : [];
    const crumbs = [...base, ...way];
    const place: ShopPlace = { categoryId: category?.id ?? 0, termId: category ? 0 : (term?.id ?? 0), request };
    const termIds = category ? below(category.id, all) : term ? [term.id] : undefined;
    const given = await scope.applyFilters<string>('store/shop_html', '', place);
    const html = given !== '' ? given : await ownList({ scope, catalogue, list }, request, path, termIds);
    const row = term ? await taxonomies.term(term.id) : null;
    const text = row?.description ?? '';
    const shown = term && !category ? [] : await tiles(category?.id ?? 0);
    const page = await scope.applyFilters<ShopPage>(
      'store/shop_page',
      {
        title,
        heading: title,
        text,
        description: text || described(title, shown),
        canonical: canonicalOf(request, path),
        robots: robotsOf(request).robots ?? (term && isAttribute(term) ? 'noindex, follow' : ''),
        status: 200,
        jsonLd: [breadcrumbData(crumbs)],
        links: [],
      },
      place,
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
      data: { ...page, crumbs: crumbs.slice(0, -1), here: crumbs.at(-1)?.name, categories: shown, html },
    };
  }

  /** What search engines say of a list without a text of its own. */
  const described = (title: string, below: readonly CategoryTile[]): string =>
    below.length > 0 ? `${title}: ${below.map(({ name }) => name).join(', ')}` : '';

  const home = (): Crumb => ({ name: __('Home'), url: homeUrl('/') });
  const shop = (): Crumb => ({ name: __('Shop'), url: homeUrl('/shop/') });

  const byAddress = async (taxonomy: string, slug: string | undefined): Promise<CatalogueTerm | undefined> =>
    (await terms.all(taxonomy)).find((term) => term.slug === slug || readable(term.slug) === slug);

  const termRoute = (path: string, taxonomy: string): FrontRoute => ({
    path: `/${path}/:slug/`,
    methods: ['GET'],
    async handler(request) {
      const term = await byAddress(taxonomy, request.params.slug);
      return term ? show(request, `/${path}/${term.slug}/`, term, [home(), shop()], term.name) : undefined;
    },
  });

  /** Not for search engines: there is one for every value of every attribute. A plugin may release those that are worth it. */
  const attributeRoute: FrontRoute = {
    path: '/attribute/:attribute/:slug/',
    methods: ['GET'],
    async handler(request) {
      const taxonomy = (await taxonomies.taxonomies()).find(
        ({ name }) => name === `${ATTRIBUTE}${request.params.attribute}`,
      );
      const term = taxonomy && (await byAddress(taxonomy.name, request.params.slug));
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

/** A slug as addresses have it once they were decoded: letters that are not Latin are stored as their bytes. */
function readable(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
