import type { CheckI18n } from './check-i18n.js';
import {
  type Check,
  goodFinding,
  problemFinding,
  SETTINGS_SCREEN,
  type CheckContext,
  disabledFinding,
} from './check.js';
import { searchesFor, searchPath } from './shop-view.js';

interface SearchResponse {
  readonly results: readonly { readonly id: number }[];
  readonly total: number;
}

/**
 * Checks that the search finds a product by part of its code and by its name without case and diacritics, and treats
 * special characters literally.
 */
export function productSearchCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;
  return {
    id: 'search',
    law: 'promise',
    label: __('Product search'),
    fix: `${SETTINGS_SCREEN}storefront`,
    examines: ['product'],
    run({ view, products: { samples, total }, values }: CheckContext) {
      if (!values.flag('search_enabled')) return disabledFinding(i18n);
      const problems: string[] = [];
      for (const { query, id } of view.live ? samples.slice(0, 1).flatMap(searchesFor) : []) {
        const searchResult = parseResponse(view.responses.get(searchPath(query))?.text ?? '');
        if (!searchResult) problems.push(__('The search for “%s” returns no response.', query));
        else if (
          id === undefined
            ? total > 1 && searchResult.total >= total
            : !searchResult.results.some((product) => product.id === id) &&
              searchResult.total <= searchResult.results.length
        )
          problems.push(
            id === undefined
              ? __('The search for “%s” finds all products.', query)
              : __('The search for “%s” doesn’t find the product.', query),
          );
      }
      return problems.length === 0
        ? goodFinding(__('Searches find names and codes.'))
        : problemFinding(
            'missing',
            problems,
            __('Check which plugin changes the search, and whether the search index exists.'),
            i18n,
          );
    },
  };
}

function parseResponse(text: string): SearchResponse | undefined {
  try {
    const value = JSON.parse(text) as Partial<SearchResponse> | null;
    return Array.isArray(value?.results) && typeof value.total === 'number'
      ? { results: value.results, total: value.total }
      : undefined;
  } catch {
    return undefined;
  }
}
