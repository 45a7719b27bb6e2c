import { PlinthError, type PluginScope, type RestRequest } from 'plinth';
import { NO_CONTEXT } from '../widget/widget-context.js';
import type { Suggest } from './suggestions.js';

/** Products whose names say how words are written. */
const SPELLING = 6;

/**
 * Adds words, categories and brands to what is suggested below the search field of the header, which asks as the list of the shop does. Other calls of
 * `shop/v1/search` are answered as they were.
 */
export function registerHeaderSuggestions(scope: PluginScope, suggest: Suggest): void {
  const { __, _n } = scope;

  scope.addFilter('shop/rest/search_response', async (response: object, request: RestRequest): Promise<object> => {
    if (request.getParam('as_shop') !== true) return response;
    const found = await suggest({ words: String(request.getParam('q')), products: SPELLING, within: {}, context: NO_CONTEXT }).catch((error: unknown) => {
      // While the index is being made there are the products alone.
      if (error instanceof PlinthError && error.status === 503) return undefined;
      throw error;
    });
    if (!found) return response;
    const named = (list: typeof found.categories) => list.map(({ name, url, count }) => ({ text: name, url, note: _n('%d product', '%d products', count) }));
    const plain = (list: typeof found.words) => list.map((one) => ({ ...one, note: '' }));
    const groups = [
      { label: __('Did you mean:'), entries: plain(found.meant ? [found.meant] : []) },
      { label: __('Words'), entries: plain(found.words) },
      { label: __('Categories'), entries: named(found.categories) },
      { label: __('Brands'), entries: named(found.brands) },
    ].filter(({ entries }) => entries.length > 0);
    return groups.length > 0 ? { ...response, suggestions: groups } : response;
  }, 10, 2);
}
