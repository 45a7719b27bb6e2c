import { formatNumber, type PageRequest, type PluginScope } from 'plinth';
import type { Catalog } from '../contract/index.js';
import { readPage } from './list-url.js';
import { type ProductList, readSort, type Sort } from './product-list.js';

interface BuiltInListDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'render' | 'locale' | 'homeUrl' | 'set404'>;
  readonly catalog: Catalog;
  readonly list: ProductList;
}

const PER_PAGE = 24;

/** Renders the built-in product list with sorting, search and pagination. Its URLs are the same as with the filter. */
export async function renderBuiltInList(
  { scope, catalog, list }: BuiltInListDeps,
  request: PageRequest,
  path: string,
  termIds: readonly number[] | undefined,
): Promise<string> {
  const { __, _n } = scope;
  const sort = readSort(request.field('sf_orderby'));
  const search = request.field('sf_q').trim().slice(0, 200);
  const query = { ...(termIds ? { termIds } : {}), search };
  const total = await list.count(query);
  const pages = Math.max(1, Math.ceil(total / PER_PAGE));
  const page = readPage(request);
  if (page > pages) scope.set404();
  const ids = await list.ids({ ...query, sort, limit: PER_PAGE, offset: (page - 1) * PER_PAGE });
  const pageUrl = (number: number): string => {
    const parameters = new URLSearchParams({
      ...(search === '' ? {} : { sf_q: search }),
      ...(sort === '' ? {} : { sf_orderby: sort }),
      ...(number > 1 ? { sf_paged: String(number) } : {}),
    }).toString();
    return scope.homeUrl(path) + (parameters === '' ? '' : `?${parameters}`);
  };
  const labels: readonly [Sort, string][] = [
    ['', __('Recommended')],
    ['popularity', __('Popularity')],
    ['rating', __('Rating')],
    ['date', __('Newest')],
    ['price', __('Price: low to high')],
    ['price-desc', __('Price: high to low')],
  ];
  const formattedTotal = formatNumber(total, scope.locale());
  return scope.render('shop/list', {
    cards: ids.length > 0 ? await catalog.renderCards(await catalog.summaries(ids)) : '',
    countText: total === 0 ? __('No products found.') : _n('%s product', '%s products', total, formattedTotal),
    search,
    action: scope.homeUrl(path),
    shopUrl: scope.homeUrl('/shop/'),
    sorts: labels.map(([value, label]) => ({ value, label, selected: value === sort })),
    page,
    pages,
    previous: page > 1 ? pageUrl(page - 1) : '',
    next: page < pages ? pageUrl(page + 1) : '',
    pageNumbers: [...new Set([1, page - 1, page, page + 1, pages])]
      .filter((number) => number >= 1 && number <= pages)
      .sort((a, b) => a - b)
      .map((number) => ({ number, url: pageUrl(number), current: number === page })),
  });
}
