import type { FrontRoute, PageRequest, PluginScope, Reply } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { CatalogTerm, ShopPage, ShopPlace } from '../contract/index.js';
import { categoryWithDescendants, categoryPath } from '../taxonomies/term-store.js';
import { requestedSlugs, findBySlug } from '../products/slugs.js';
import { breadcrumbStructuredData, canonicalUrl, type Breadcrumb, readPage, robotsDirective } from './list-url.js';
import type { CategoryTile, CategoryTiles } from './category-tiles.js';
import type { EntrySearch } from './entry-search.js';
import { renderBuiltInList } from './built-in-list.js';
import type { ProductList } from './product-list.js';

/** Maximum length of a search, in characters. */
const MAX_SEARCH_LENGTH = 200;

interface ShopPagesDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogParts;
  readonly list: ProductList;
  readonly tiles: CategoryTiles;
  readonly findEntries: EntrySearch;
}

/** `/shop/`, `/product-category/:slug/`, and the pages of brands and tags: product lists. */
export function shopPages({ scope, parts, list, tiles, findEntries }: ShopPagesDeps): FrontRoute[] {
  const { __, homeUrl } = scope;
  const { catalog, terms, taxonomies } = parts;

  async function show(
    request: PageRequest,
    path: string,
    term: CatalogTerm | undefined,
    baseCrumbs: readonly Breadcrumb[],
    title: string,
  ): Promise<Reply> {
    scope.useAsset('store-shop');
    const all = await terms.all('product_cat');
    const { categoryId, termId, breadcrumbs, termIds } = listContext(term, all, path, title);
    const crumbs = [...baseCrumbs, ...breadcrumbs];
    const context: ShopPlace = { categoryId, termId, request };
    const customHtml = await scope.applyFilters<string>('store/shop_html', '', context);
    const html =
      customHtml !== '' ? customHtml : await renderBuiltInList({ scope, catalog, list }, request, path, termIds);
    const text = (term ? await taxonomies.term(term.id) : null)?.description ?? '';
    const categoryTiles = termId > 0 ? [] : await tiles(categoryId);
    const page = await scope.applyFilters<ShopPage>(
      'store/shop_page',
      {
        title,
        heading: title,
        text,
        description: text || defaultDescription(title, categoryTiles),
        canonical: canonicalUrl(request, path),
        robots: robotsDirective(request).robots ?? (term && isAttributeTerm(term) ? 'noindex, follow' : ''),
        status: 200,
        jsonLd: [breadcrumbStructuredData(crumbs)],
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
      data: {
        ...page,
        crumbs: crumbs.slice(0, -1),
        here: crumbs.at(-1)?.name,
        categories: categoryTiles,
        html,
        entriesHtml: await renderEntries({ scope, findEntries }, request),
      },
    };
  }

  /**
   * Returns the breadcrumbs of a list and the IDs of its terms. `termIds` is undefined for the list of all products.
   */
  function listContext(
    term: CatalogTerm | undefined,
    all: readonly CatalogTerm[],
    path: string,
    title: string,
  ): {
    readonly categoryId: number;
    readonly termId: number;
    readonly breadcrumbs: readonly Breadcrumb[];
    readonly termIds: readonly number[] | undefined;
  } {
    if (!term) return { categoryId: 0, termId: 0, breadcrumbs: [], termIds: undefined };
    if (term.taxonomy !== 'product_cat')
      return { categoryId: 0, termId: term.id, breadcrumbs: [{ name: title, url: homeUrl(path) }], termIds: [term.id] };
    const breadcrumbs = categoryPath(term.id, all).map((category) => ({
      name: category.name,
      url: homeUrl(`/product-category/${category.slug}/`),
    }));
    return { categoryId: term.id, termId: 0, breadcrumbs, termIds: categoryWithDescendants(term.id, all) };
  }

  /** Returns the meta description of a list whose term has no description. */
  const defaultDescription = (title: string, below: readonly CategoryTile[]): string =>
    below.length > 0 ? `${title}: ${below.map(({ name }) => name).join(', ')}` : '';

  const homeCrumb = (): Breadcrumb => ({ name: __('Home'), url: homeUrl('/') });
  const shopCrumb = (): Breadcrumb => ({ name: __('Shop'), url: homeUrl('/shop/') });

  const findTermBySlug = async (taxonomy: string, request: PageRequest): Promise<CatalogTerm | undefined> =>
    findBySlug(await terms.all(taxonomy), requestedSlugs(request, 'slug'));

  const termRoute = (path: string, taxonomy: string): FrontRoute => ({
    path: `/${path}/:slug/`,
    methods: ['GET'],
    async handler(request) {
      const term = await findTermBySlug(taxonomy, request);
      return term ? show(request, `/${path}/${term.slug}/`, term, [homeCrumb(), shopCrumb()], term.name) : undefined;
    },
  });

  /**
   * Route of attribute values. Its pages are excluded from search engines, because there is a page for each value.
   * Plugins can change this for selected pages with a filter.
   */
  const attributeRoute: FrontRoute = {
    path: '/attribute/:attribute/:slug/',
    methods: ['GET'],
    async handler(request) {
      const taxonomy = (await taxonomies.taxonomies()).find(
        ({ name }) => name === `${ATTRIBUTE_PREFIX}${request.params.attribute}`,
      );
      const term = taxonomy && (await findTermBySlug(taxonomy.name, request));
      return term
        ? show(
            request,
            `/attribute/${taxonomy.name.slice(ATTRIBUTE_PREFIX.length)}/${term.slug}/`,
            term,
            [homeCrumb(), shopCrumb()],
            `${taxonomy.label}: ${term.name}`,
          )
        : undefined;
    },
  };

  return [
    {
      path: '/shop/',
      methods: ['GET'],
      handler: (request) => show(request, '/shop/', undefined, [homeCrumb(), shopCrumb()], __('Shop')),
    },
    termRoute('product-category', 'product_cat'),
    termRoute('product-tag', 'product_tag'),
    termRoute('brand', 'product_brand'),
    attributeRoute,
  ];
}

const ATTRIBUTE_PREFIX = 'pa_';
const isAttributeTerm = ({ taxonomy }: CatalogTerm): boolean => taxonomy.startsWith(ATTRIBUTE_PREFIX);

/** Renders the pages and articles that a search finds besides products. */
async function renderEntries(
  { scope, findEntries }: Pick<ShopPagesDeps, 'scope' | 'findEntries'>,
  request: PageRequest,
): Promise<string> {
  const text = request.field('sf_q').trim().slice(0, MAX_SEARCH_LENGTH);
  if (text === '' || readPage(request) > 1) return '';
  return scope.render('shop/entries', { entries: await findEntries(text) });
}
