import type { PluginScope } from 'plinth';

/** Declares the hooks that products and their pages fire. */
export function declareCatalogueHooks({ declareHook }: Pick<PluginScope, 'declareHook'>): void {
  const since = '0.1.0';
  const isText = (value: unknown): boolean => typeof value === 'string';
  declareHook({
    name: 'store/shop_html',
    kind: 'filter',
    since,
    summary: 'Replaces the product list of the shop, and of categories, brands, tags and attributes.',
    args: ["html: '' for the store's own list", 'place: ShopPlace'],
    check: isText,
  });
  declareHook({
    name: 'store/shop_page',
    kind: 'filter',
    since: '0.3.0',
    summary:
      'What a page with a list of products says of itself: title, heading, text, links, and what search engines are told; after its list is made.',
    args: ['page: ShopPage', 'place: ShopPlace'],
    check: isShopPage,
  });
  declareHook({
    name: 'store/search_results',
    kind: 'filter',
    since: '0.2.0',
    summary:
      'Which products match words, in which order: behind the list of the shop, the search of the site and suggestions.',
    args: ["found: null for the store's own search", 'question: ProductQuestion'],
    check: isFound,
  });
  declareHook({
    name: 'store/before_product_list',
    kind: 'action',
    since: '0.3.0',
    summary:
      'Products are about to be shown in a list, before their prices are made: who adds something to each reads here for all of them what it needs, in one go.',
    args: ['products: ProductSummary[], their `priceHtml` empty'],
  });
  declareHook({
    name: 'store/price_html',
    kind: 'filter',
    since,
    summary: 'A price as shown.',
    args: ['html: HTML', 'product: ProductSummary', "place: 'single', 'listing' or 'cart'"],
    check: isText,
    thing: 'prices',
  });
  declareHook({
    name: 'store/price_display',
    kind: 'filter',
    since,
    summary:
      'Which prices are shown, with tax, without, or both, and the words of the price per unit; asked once for a list.',
    args: ['display: PriceDisplay', "place: 'single', 'listing' or 'cart'"],
    check: isDisplay,
    thing: 'prices',
  });
  declareHook({
    name: 'store/tax_enabled',
    kind: 'filter',
    since,
    summary: "Whether the shop's prices contain tax; false makes every rate 0, in new orders too.",
    args: ['charges: boolean'],
    check: (value) => typeof value === 'boolean',
    thing: 'prices',
  });
  declareHook({
    name: 'store/card_html',
    kind: 'filter',
    since,
    summary: "Added below the price of a product's card in lists.",
    args: ['html: HTML', 'product: ProductSummary'],
    check: isText,
  });
  declareHook({
    name: 'store/product_html',
    kind: 'filter',
    since,
    summary: 'Added below price and button of a product page.',
    args: ['html: HTML', 'product: ProductRecord', 'summary: ProductSummary', 'delivery?: PageDelivery'],
    check: isText,
  });
  declareHook({
    name: 'store/upsell_ids',
    kind: 'filter',
    since: '0.3.0',
    summary: 'The up-sells of a product, by id in their order. Only those are shown that are listed and in stock.',
    args: ['ids: number[]', 'productId: number'],
    check: isIdList,
  });
  declareHook({
    name: 'store/cross_sell_ids',
    kind: 'filter',
    since: '0.3.0',
    summary:
      'The cross-sells of a cart, by id in their order. Only those are shown that are listed, in stock and not in it.',
    args: ['ids: number[]', 'productIds: number[], what lies in the cart'],
    check: isIdList,
  });
  declareHook({
    name: 'store/reviews_notice',
    kind: 'filter',
    since: '0.3.0',
    summary: 'What is said above the reviews of a product of where they come from.',
    args: ["text: ''", 'figures: ReviewFigures'],
    check: isText,
  });
  declareHook({
    name: 'store/product_fields',
    kind: 'filter',
    since,
    summary: "Fields that products have beyond the store's own.",
    args: ['fields: ProductField[]'],
    check: isFieldList,
  });
  // The price history must be complete, so a change that cannot be recorded is rejected.
  declareHook({
    name: 'store/price_changed',
    kind: 'action',
    since,
    summary: 'A price list or what it comes to changed; inside the transaction of the write.',
    args: ['change: PriceChange'],
    failClosed: true,
  });
  declareHook({
    name: 'store/offers_changed',
    kind: 'action',
    since: '0.3.0',
    summary:
      'Products came into the shop or left it, or versions of them: what can be bought of each; inside the transaction of the write.',
    args: ['offers: Offer[]', 'at: string'],
    failClosed: true,
  });
  declareHook({
    name: 'store/products_changed',
    kind: 'action',
    since,
    summary: 'Products changed; after the commit, on the node that wrote.',
    args: ['productIds: number[], 0 for everything'],
  });
  declareHook({
    name: 'store/can_review',
    kind: 'filter',
    since: '0.3.0',
    summary:
      'Whether someone may review a product: by itself, who bought it. One let in without an order is not marked as a buyer.',
    args: ['allowed: boolean', 'reviewer: WouldBeReviewer'],
    check: (value) => typeof value === 'boolean',
  });
  declareHook({
    name: 'store/review_approved',
    kind: 'action',
    since: '0.3.0',
    summary: 'A review is published; after the commit.',
    args: ['review: Review'],
  });
  declareHook({
    name: 'store/terms_changed',
    kind: 'action',
    since: '0.3.0',
    summary: 'Terms were renamed or moved; after the commit, on the node that wrote.',
    args: ['termIds: number[]'],
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
