import type { PluginScope } from 'plinth';

/** Declares the hooks that products and their pages fire. */
export function declareCatalogHooks({ declareHook }: Pick<PluginScope, 'declareHook'>): void {
  const since = '0.1.0';
  const isText = (value: unknown): boolean => typeof value === 'string';
  declareHook({
    name: 'store/shop_html',
    kind: 'filter',
    since,
    summary:
      'Filters the HTML that replaces the product list of the shop and of categories, brands, tags and attributes.',
    args: ["html: '' for the store's own list", 'place: ShopPlace'],
    check: isText,
  });
  declareHook({
    name: 'store/shop_page',
    kind: 'filter',
    since: '0.1.0',
    summary:
      'Filters the data of a page with a product list: title, heading, text, links and metadata for search engines. Runs after the list has been rendered.',
    args: ['page: ShopPage', 'place: ShopPlace'],
    check: isShopPage,
  });
  declareHook({
    name: 'store/search_results',
    kind: 'filter',
    since: '0.1.0',
    summary:
      "Filters which products match the search words, and in which order; for the shop's product list, the site search and suggestions.",
    args: ["found: null for the store's own search", 'query: ProductQuery'],
    check: isFound,
  });
  declareHook({
    name: 'store/before_product_list',
    kind: 'action',
    since: '0.1.0',
    summary:
      'Fires before products are shown in a list and before their prices are rendered, so that extensions can load the data they need for all of them at once.',
    args: ['products: ProductSummary[], with empty `priceHtml`'],
  });
  declareHook({
    name: 'store/price_html',
    kind: 'filter',
    since,
    summary: 'Filters the HTML of a price.',
    args: ['html: HTML', 'product: ProductSummary', "place: 'single', 'listing' or 'cart'"],
    check: isText,
    feature: 'prices',
  });
  declareHook({
    name: 'store/concealed_reductions',
    kind: 'filter',
    since,
    summary:
      'Filters the reductions that must not be announced: their products have no badge and no struck-through price, and are in no list of reduced products. Runs once per list.',
    args: ['concealed: PriceReduction[], empty', 'reductions: PriceReduction[] in force now'],
    check: Array.isArray,
    feature: 'prices',
  });
  declareHook({
    name: 'store/price_display',
    kind: 'filter',
    since,
    summary:
      'Filters whether prices are shown with tax, without tax or both, and the text of the unit price. Runs once per list.',
    args: ['display: PriceDisplay', "place: 'single', 'listing' or 'cart'"],
    check: isDisplay,
    feature: 'prices',
  });
  declareHook({
    name: 'store/tax_enabled',
    kind: 'filter',
    since,
    summary: "Filters whether the shop's prices include tax. False sets every tax rate to 0, also in new orders.",
    args: ['charges: boolean'],
    check: (value) => typeof value === 'boolean',
    feature: 'prices',
  });
  declareHook({
    name: 'store/card_html',
    kind: 'filter',
    since,
    summary: 'Filters the HTML below the price on a product card in lists.',
    args: ['html: HTML', 'product: ProductSummary'],
    check: isText,
  });
  declareHook({
    name: 'store/product_html',
    kind: 'filter',
    since,
    summary: 'Filters the HTML below the price and the button on a product page.',
    args: ['html: HTML', 'product: ProductRecord', 'summary: ProductSummary', 'delivery?: PageDelivery'],
    check: isText,
  });
  declareHook({
    name: 'store/upsell_ids',
    kind: 'filter',
    since: '0.1.0',
    summary:
      'Filters the up-sells of a product, as product IDs in display order. Only products that are listed and in stock are shown.',
    args: ['ids: number[]', 'productId: number'],
    check: isIdList,
  });
  declareHook({
    name: 'store/cross_sell_ids',
    kind: 'filter',
    since: '0.1.0',
    summary:
      'Filters the cross-sells of a cart, as product IDs in display order. Only products that are listed, in stock and not yet in the cart are shown.',
    args: ['ids: number[]', 'productIds: number[], the products in the cart'],
    check: isIdList,
  });
  declareHook({
    name: 'store/reviews_notice',
    kind: 'filter',
    since: '0.1.0',
    summary: 'Filters the notice above the reviews of a product about where they come from.',
    args: ["text: ''", 'statistics: ReviewStatistics'],
    check: isText,
  });
  declareHook({
    name: 'store/product_fields',
    kind: 'filter',
    since,
    summary: "Filters the fields of products in addition to the store's own.",
    args: ['fields: ProductField[]'],
    check: isFieldList,
  });
  // The price history must be complete, so a change that cannot be recorded is rejected.
  declareHook({
    name: 'store/price_changed',
    kind: 'action',
    since,
    summary: 'Fires when a price list or the resulting price to pay has changed; inside the transaction of the write.',
    args: ['change: PriceChange'],
    failClosed: true,
  });
  declareHook({
    name: 'store/offers_changed',
    kind: 'action',
    since: '0.1.0',
    summary:
      'Fires when products or variations have been added to the shop or removed from it, with what can be bought of each product; inside the transaction of the write.',
    args: ['offers: Offer[]', 'time: string, UTC'],
    failClosed: true,
  });
  declareHook({
    name: 'store/products_changed',
    kind: 'action',
    since,
    summary: 'Fires after the commit when products have changed, on the node that wrote the change.',
    args: ['productIds: number[], 0 for all products'],
  });
  declareHook({
    name: 'store/can_review',
    kind: 'filter',
    since: '0.1.0',
    summary:
      'Filters whether a person may review a product; by default, only buyers may. A reviewer admitted without an order is not marked as a buyer.',
    args: ['allowed: boolean', 'reviewer: ReviewCandidate'],
    check: (value) => typeof value === 'boolean',
  });
  declareHook({
    name: 'store/review_approved',
    kind: 'action',
    since: '0.1.0',
    summary: 'Fires after the commit when a review has been approved and published.',
    args: ['review: Review'],
  });
  declareHook({
    name: 'store/terms_changed',
    kind: 'action',
    since: '0.1.0',
    summary: 'Fires after the commit when terms have been renamed or moved, on the node that wrote the change.',
    args: ['termIds: number[]'],
  });
  declareHook({
    name: 'store/term_slug_changed',
    kind: 'action',
    since: '0.1.0',
    summary: 'Fires in the transaction that changes the slug of a term. URLs with the earlier slug lead to the term.',
    args: ['taxonomy', 'before: string', 'after: string'],
  });
}

function isDisplay(value: unknown): boolean {
  const { tax, unitText } = (value ?? {}) as Partial<Record<'tax' | 'unitText', unknown>>;
  return (tax === 'with' || tax === 'without' || tax === 'both') && typeof unitText === 'string';
}

function isShopPage(value: unknown): boolean {
  const page = (value ?? {}) as Readonly<Record<string, unknown>>;
  const texts = ['title', 'heading', 'text', 'description', 'canonical', 'robots'].every(
    (name) => typeof page[name] === 'string',
  );
  return (
    texts && (page.status === 200 || page.status === 404) && Array.isArray(page.jsonLd) && Array.isArray(page.links)
  );
}

function isFound(value: unknown): boolean {
  const { ids, total } = (value ?? {}) as Partial<Record<'ids' | 'total', unknown>>;
  return value === null || (Array.isArray(ids) && ids.every((id) => Number.isInteger(id)) && Number.isInteger(total));
}

function isIdList(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && id > 0);
}

function isFieldList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((entry: unknown) => {
      const { key, label, type } = (entry ?? {}) as Partial<Record<'key' | 'label' | 'type', unknown>>;
      return (
        typeof key === 'string' &&
        typeof label === 'string' &&
        (type === 'number' || type === 'text' || type === 'boolean')
      );
    })
  );
}
