import { formatNumber, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { FoundProducts, ProductFinder } from '../contract/index.js';
import type { EntrySearch } from './entry-search.js';
import type { RenderNoResults } from './nothing-found.js';

/** Maximum number of products shown above other search results: one row of the widest layout. */
const MAX_CARDS = 4;

interface ProductSearchDeps {
  readonly scope: PluginScope;
  readonly parts: Pick<CatalogParts, 'catalog'>;
  readonly finder: ProductFinder;
  readonly nothingFound: RenderNoResults;
  readonly findEntries: EntrySearch;
}

export type ProductSearch = ReturnType<typeof createProductSearch>;

/**
 * Creates the product part of the site search (`/?s=`). If products match, the search redirects to the shop, whose list
 * can be filtered; it shows the pages and articles that match as well. A search for the title of a page stays, unless
 * products contain its words too.
 */
export function createProductSearch({ scope, parts, finder, nothingFound, findEntries }: ProductSearchDeps) {
  const { __, _n } = scope;
  /** Whether a search is rather about a page: products are similar at most. */
  async function isAboutEntry(text: string): Promise<boolean> {
    if (!(await findEntries(text)).some(({ isTitleMatch }) => isTitleMatch)) return false;
    return (await finder.findExact({ text, limit: 1, buyable: false, codes: true, terms: true })).total === 0;
  }
  const find = (text: string, limit: number): Promise<FoundProducts> =>
    finder.find({ text, limit, categoryId: 0, buyable: false });
  const shopUrl = (text: string): string => `/shop/?${new URLSearchParams({ sf_q: text }).toString()}`;

  return {
    /** Redirects a search that found products. */
    async elsewhere(request: PageRequest): Promise<Reply | undefined> {
      const text = normalizeSearch(request.field('s'));
      const hasOtherVars = scope.publicQueryVars().some((name) => name !== 's' && Object.hasOwn(request.query, name));
      if (text === '' || hasOtherVars || (await find(text, 1)).total === 0) return undefined;
      return (await isAboutEntry(text)) ? undefined : { kind: 'redirect', status: 302, location: shopUrl(text) };
    },

    /** Adds the first products to the search results page, or suggestions if no products were found. */
    async found(html: string, text: string): Promise<string> {
      const phrase = normalizeSearch(text);
      const { ids, total: count } = phrase === '' ? { ids: [], total: 0 } : await find(phrase, MAX_CARDS);
      if (count === 0) return phrase === '' ? html : html + (await nothingFound(phrase));
      if (await isAboutEntry(phrase)) return html;
      scope.useAsset('store-shop');
      const cards = await parts.catalog.renderCards(await parts.catalog.summaries(ids));
      const formattedCount = formatNumber(count, scope.locale());
      return (
        html +
        (await scope.render('shop/search-results', {
          title: __('Products'),
          cards,
          url: scope.homeUrl(shopUrl(phrase)),
          all: count > ids.length ? _n('See %s product', 'See all %s products', count, formattedCount) : '',
        }))
      );
    },
  };
}

function normalizeSearch(text: string): string {
  return text.trim().slice(0, 200);
}
