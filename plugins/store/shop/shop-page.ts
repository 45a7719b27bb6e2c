import type { FrontRoute, PageRequest, PluginScope, Reply } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import type { CatalogueTerm } from '../contract/index.js';
import { below, pathTo } from '../taxonomies/term-path.js';
import { breadcrumbData, type Crumb } from './breadcrumbs.js';
import { createCategoryTiles } from './category-tiles.js';
import { ownList } from './own-list.js';
import type { ProductList } from './product-list.js';
import { canonicalOf, robotsOf } from './shop-address.js';

interface ShopPagesDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogueParts;
  readonly list: ProductList;
}

/** `/shop/`, `/product-category/:slug/`, and the pages of brands and tags: lists of products. */
export function shopPages({ scope, parts, list }: ShopPagesDeps): FrontRoute[] {
  const { __, homeUrl } = scope;
  const { catalogue, terms, taxonomies } = parts;
  const tiles = createCategoryTiles({ scope, parts });

  async function show(request: PageRequest, path: string, category: CatalogueTerm | undefined, base: readonly Crumb[]): Promise<Reply> {
    scope.useAsset('store-shop');
    const all = await terms.all('product_cat');
    const isCategory = category === undefined || category.taxonomy === 'product_cat';
    const crumbs = [...base, ...(category && isCategory ? pathTo(category.id, all).map((term) => ({ name: term.name, url: homeUrl(`/product-category/${term.slug}/`) })) : []), ...(category && !isCategory ? [{ name: category.name, url: homeUrl(path) }] : [])];
    const termIds = category && isCategory ? below(category.id, all) : category ? [category.id] : undefined;
    const given = isCategory ? await scope.applyFilters<string>('store/shop_html', '', { categoryId: category?.id ?? 0, request }) : '';
    const html = given !== '' ? given : await ownList({ scope, catalogue, list }, request, path, termIds);
    const row = category ? await taxonomies.term(category.id) : null;
    const title = category?.name ?? __('Shop');
    const description = row?.description ?? '';
    return {
      kind: 'page', title, view: 'shop/shop', canonical: canonicalOf(request, path), bodyClass: ['store-shop', 'store-wide'], description: description.slice(0, 300), jsonLd: [breadcrumbData(crumbs)], ...robotsOf(request),
      data: { title, description, crumbs: crumbs.slice(0, -1), here: crumbs.at(-1)?.name, categories: isCategory ? await tiles(category?.id ?? 0, all) : [], html },
    };
  }

  const home = (): Crumb => ({ name: __('Home'), url: homeUrl('/') });
  const shop = (): Crumb => ({ name: __('Shop'), url: homeUrl('/shop/') });

  const termRoute = (path: string, taxonomy: string): FrontRoute => ({
    path: `/${path}/:slug/`,
    methods: ['GET'],
    async handler(request) {
      const term = (await terms.all(taxonomy)).find(({ slug }) => slug === request.params.slug);
      return term ? show(request, `/${path}/${term.slug}/`, term, [home(), shop()]) : undefined;
    },
  });

  return [
    { path: '/shop/', methods: ['GET'], handler: (request) => show(request, '/shop/', undefined, [home(), shop()]) },
    termRoute('product-category', 'product_cat'),
    termRoute('product-tag', 'product_tag'),
    termRoute('brand', 'product_brand'),
  ];
}
