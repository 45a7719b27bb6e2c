import type { PluginScope } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { CategoryTiles } from './category-tiles.js';
import type { ProductList } from './product-list.js';

interface SuggestionsDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogParts;
  readonly list: ProductList;
  readonly tiles: CategoryTiles;
}

const MAX_CARDS = 4;

/** Renders categories and bestsellers as HTML; empty if the shop has no products that can be bought. */
export type RenderSuggestions = () => Promise<string>;

/**
 * Adds suggestions below an empty cart and to pages that were not found.
 * @returns the function that renders the suggestions
 */
export function addSuggestions({ scope, parts, list, tiles }: SuggestionsDeps): RenderSuggestions {
  async function renderSuggestions(): Promise<string> {
    const ids = await list.ids({ buyable: true, sort: 'popularity', limit: MAX_CARDS });
    if (ids.length === 0) return '';
    scope.useAsset('store-shop');
    return scope.render('shop/suggestions', {
      categories: await tiles(0),
      cards: await parts.catalog.renderCards(await parts.catalog.summaries(ids)),
    });
  }

  scope.addFilter('store/empty_cart_html', async (html: string) => html + (await renderSuggestions()));
  scope.addFilter('plinth/not_found', async (html: string) => html + (await renderSuggestions()));
  return renderSuggestions;
}
