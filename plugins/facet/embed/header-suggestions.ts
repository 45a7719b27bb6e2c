import { PlinthError, type PluginScope, type RestRequest } from 'plinth';
import { NO_CONTEXT } from '../widget/widget-context.js';
import type { Suggest } from './suggestions.js';

/** Maximum number of rows of each kind; on a phone, products come below them. */
const MAX_ROWS = { words: 3, categories: 3, brands: 2 } as const;

/**
 * Adds words, categories and brands to the suggestions below the header's search field, whose requests set `as_shop`.
 * Other requests to
 * `shop/v1/search` are not changed.
 */
export function registerHeaderSuggestions(scope: PluginScope, suggest: Suggest): void {
  const { __, _n } = scope;

  scope.addFilter(
    'shop/rest/search_response',
    async (response: object, request: RestRequest): Promise<object> => {
      if (request.getParam('as_shop') !== true) return response;
      const found = await suggest({
        text: String(request.getParam('q')),
        products: 1,
        otherParams: {},
        context: NO_CONTEXT,
      }).catch((error: unknown) => {
        // While the index is being built, only products are suggested.
        if (error instanceof PlinthError && error.status === 503) return undefined;
        throw error;
      });
      if (!found) return response;
      const toNamedEntries = (list: typeof found.categories) =>
        list.map(({ name, url, count }) => ({ text: name, url, note: _n('%d product', '%d products', count) }));
      const toPlainEntries = (list: typeof found.completions) => list.map((entry) => ({ ...entry, note: '' }));
      const groups = [
        { label: __('Did you mean:'), entries: toPlainEntries(found.correction ? [found.correction] : []) },
        { label: __('Search term'), entries: toPlainEntries(found.completions.slice(0, MAX_ROWS.words)) },
        { label: __('Categories'), entries: toNamedEntries(found.categories.slice(0, MAX_ROWS.categories)) },
        { label: __('Brands'), entries: toNamedEntries(found.brands.slice(0, MAX_ROWS.brands)) },
      ].filter(({ entries }) => entries.length > 0);
      return groups.length > 0 ? { ...response, suggestions: groups } : response;
    },
    10,
    2,
  );
}
