import type { PluginScope } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import type { StoreOptions } from '../products/store-settings.js';
import { createEstimateLines } from './delivery-estimate-lines.js';
import type { DeliveryEstimates } from '../commerce/delivery-estimates.js';
import type { Deliveries } from '../commerce/shipping-methods.js';
import { homePage } from './home-page.js';
import { createCategoryTiles } from './category-tiles.js';
import { addPageMetadata } from './shared-page.js';
import { createLinkedCards } from './linked-cards.js';
import { addSuggestions } from './suggestions.js';
import { createSpellingSuggestions } from '../search/similar-tokens.js';
import { createRenderNoResults } from './nothing-found.js';
import { createEntrySearch } from './entry-search.js';
import { createExactSearch } from '../search/exact-search.js';
import { createProductFinder } from './product-finder.js';
import { createProductList } from './product-list.js';
import { productPage } from './product-page.js';
import { createProductSearch } from './product-search.js';
import { addProductSitemap } from './product-sitemap.js';
import type { ReviewSection } from '../reviews/review-section.js';
import { shopPages } from './shop-page.js';
import type { WishlistButton } from '../wishlist/wishlist-button.js';
import { categoryPath } from '../taxonomies/term-store.js';

/** Maximum number of categories in the default menu. */
const MAX_MENU_CATEGORIES = 8;

/** Services that the shop pages use in addition to the catalog. */
interface ShopDeps {
  readonly settings: StoreOptions;
  readonly registries: StoreRegistries;
  readonly reviews: ReviewSection;
  readonly shipping: { readonly deliveries: Deliveries; readonly estimates: DeliveryEstimates };
  readonly wishlistButton: WishlistButton;
}

/** Starts the shop pages: home page, lists and products. */
export function bootShop(
  scope: PluginScope,
  parts: CatalogParts,
  { settings, registries, reviews, shipping, wishlistButton }: ShopDeps,
): void {
  const list = createProductList(scope);
  const finder = createProductFinder({
    scope,
    parts,
    list,
    exactSearch: createExactSearch({ scope, terms: parts.terms }),
  });
  scope.services.provide('store.search', () => finder);
  const tiles = createCategoryTiles({ scope, parts });
  const renderSuggestions = addSuggestions({ scope, parts, list, tiles });
  const findEntries = createEntrySearch(scope);
  const nothingFound = createRenderNoResults({
    scope,
    parts,
    finder,
    spellingSuggestions: createSpellingSuggestions({ scope, terms: parts.terms }),
    renderSuggestions,
    findEntries,
  });
  const search = createProductSearch({ scope, parts, finder, nothingFound, findEntries });
  const linkedProductCards = createLinkedCards({ scope, parts });
  scope.enqueueStyle('store-shop', 'shop.css', { onDemand: true });
  scope.enqueueScript('store-shop-script', 'shop.js', { onDemand: true });
  for (const route of [
    homePage({ scope, parts, list, search, tiles }),
    ...shopPages({ scope, parts, list, tiles, findEntries }),
    productPage({
      scope,
      parts,
      settings,
      registries,
      reviews,
      estimateLines: createEstimateLines({ scope, ...shipping }),
      linkedCards: linkedProductCards,
      wishlistButton,
    }),
  ])
    scope.registerFrontRoute(route);
  scope.addFilter('plinth/search_results', search.found, 10, 2);
  addPageMetadata({ scope, currency: parts.currency });
  scope.addFilter(
    'store/cart_html',
    async (html: string, productIds: readonly number[]) => {
      const { html: cards } = await linkedProductCards.crossSells(productIds);
      return cards === '' ? html : html + (await scope.render('shop/cross-sells', { cards }));
    },
    10,
    2,
  );
  addProductSitemap(scope, parts.terms);
  scope.addFilter('plinth/menu_links', async (links) => {
    const categories = await parts.terms.all('product_cat');
    return [
      ...links,
      ...categories.map(({ id, slug }) => ({
        title: categoryPath(id, categories)
          .map(({ name }) => name)
          .join(' › '),
        url: scope.homeUrl(`/product-category/${slug}/`),
      })),
    ];
  });
  scope.addFilter(
    'plinth/fallback_menu_items',
    async (items) => {
      const categories = await tiles(0);
      const menuCategories = categories.slice(0, MAX_MENU_CATEGORIES).map(({ name, url }) => ({ title: name, url }));
      return [
        { title: scope.__('Home'), url: scope.homeUrl('/') },
        { title: scope.__('Shop'), url: scope.homeUrl('/shop/') },
        ...menuCategories,
        ...items,
      ];
    },
    15,
  );
}
