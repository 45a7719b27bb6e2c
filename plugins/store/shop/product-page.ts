import {
  type FrontRoute,
  formatNumber,
  type PageReply,
  type PageRequest,
  type PluginScope,
  type Reply,
  toUtcString,
} from 'plinth';
import { MAX_QUANTITY, readId } from '../cart/cart-lines.js';
import { CART_NONCE } from '../cart/cart-view.js';
import { createLineData } from '../cart/line-data.js';
import type { CatalogParts } from '../catalog/boot.js';
import { createRecords } from '../catalog/product-records.js';
import type { CatalogTerm, ProductRecord } from '../contract/index.js';
import { getCondition } from '../products/condition.js';
import { renderStars } from '../products/review-settings.js';
import type { StoreOptions } from '../products/store-settings.js';
import type { ProductRow } from '../products/tables.js';
import { VARIATION_PARAM } from '../catalog/product-summary.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import type { ReviewSection } from '../reviews/review-section.js';
import { categoryPath } from '../taxonomies/term-store.js';
import { requestedSlugs, findBySlug } from '../products/slugs.js';
import type { WishlistButton } from '../wishlist/wishlist-button.js';
import { type EstimateLines, pageDelivery } from './delivery-estimate-lines.js';
import { breadcrumbStructuredData, type Breadcrumb, robotsDirective } from './list-url.js';
import type { LinkedCards } from './linked-cards.js';
import { productStructuredData } from './product-data.js';
import { createProductForms } from './product-forms.js';
import { createProductTabs } from './product-tabs.js';
import { type ProductView, productView } from './product-view.js';
import { createRelatedCards } from './related-cards.js';

interface ProductPageDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogParts;
  readonly settings: StoreOptions;
  readonly registries: StoreRegistries;
  readonly reviews: ReviewSection;
  readonly estimateLines: EstimateLines;
  readonly linkedCards: LinkedCards;
  readonly wishlistButton: WishlistButton;
}

/** Maximum number of variations shown as radio buttons; more are shown as a select list. */
const MAX_RADIOS = 12;

/** `/product/:slug/`: product page with the add-to-cart form. Shop managers can see drafts. */
export function productPage({
  scope,
  parts,
  settings,
  registries,
  reviews,
  estimateLines,
  linkedCards,
  wishlistButton,
}: ProductPageDeps): FrontRoute {
  const { __, homeUrl } = scope;

  const { related, alternatives } = createRelatedCards({ scope, parts });
  const lineData = createLineData({ registry: registries.cartData, i18n: scope });
  const { dataFields, alertForm } = createProductForms({ scope, parts, lineData });
  const tabs = createProductTabs(registries.tabs);

  /** Returns the product of the URL if the visitor can view it. */
  const findProduct = async (slugs: readonly string[]): Promise<ProductRow | null> => {
    const row = await scope.cache.get(`store:product:${slugs.join(' ')}`, async () => {
      const rows = await scope
        .db()('store_products')
        .whereIn('slug', [...slugs]);
      return findBySlug(rows, slugs) ?? null;
    });
    return row && (row.status === 'publish' || scope.currentUserCan('manage_shop')) ? row : null;
  };

  function createBreadcrumbs(row: ProductRow, view: ProductView, path: readonly CatalogTerm[]): Breadcrumb[] {
    return [
      { name: __('Home'), url: homeUrl('/') },
      { name: __('Shop'), url: homeUrl('/shop/') },
      ...path.map((term) => ({ name: term.name, url: homeUrl(`/product-category/${term.slug}/`) })),
      { name: row.name, url: view.summary.url },
    ];
  }

  /** Renders the wishlist button; empty for products that are not published or have no price. */
  async function renderWishlistButton(
    request: PageRequest,
    row: ProductRow,
    view: ProductView,
    forSale: boolean,
  ): Promise<string> {
    if (row.status !== 'publish' || row.price === null) return '';
    const variation = view.variations.find(({ checked }) => checked)?.id ?? 0;
    return await wishlistButton(request, row.id, variation, !forSale);
  }

  /** Returns the content added by plugins: tabs, and HTML below them. */
  async function pluginContent(
    record: ProductRecord | undefined,
    { summary }: ProductView,
    delivery: ReturnType<typeof pageDelivery>,
  ): Promise<object> {
    if (!record) return { tabsBefore: [], tabsBetween: [], tabsAfter: [], more: '' };
    return {
      ...(await tabs(record, summary)),
      more: await scope.applyFilters<string>('store/product_html', '', record, summary, delivery),
    };
  }

  async function show(request: PageRequest): Promise<Reply | undefined> {
    const row = await findProduct(requestedSlugs(request, 'slug'));
    if (!row) return undefined;
    const now = toUtcString();
    const visit = {
      now,
      lowStock: (await settings.read()).lowStock,
      variationId: readId(request.field(VARIATION_PARAM)),
    };
    const view = await productView({ scope, parts }, row, visit);
    const [record] = await createRecords(scope, [row], now, parts.reviews);
    const { categories } = view;
    const [category] = categories;
    const path = category ? categoryPath(category.id, await parts.terms.all('product_cat')) : [];
    const crumbs = createBreadcrumbs(row, view, path);
    scope.useAsset('store-shop');
    scope.useAsset('store-shop-script');
    const reviewsSection = await reviews(
      { id: row.id, slug: row.slug, rating: view.summary.rating, statistics: view.summary.reviews },
      request,
    );
    const upsells = await linkedCards.upsells(row.id);
    const isSellable = parts.types.isSellable(row.kind);
    const forSale = view.forSale && isSellable;
    const arrives = isSellable ? await estimateLines(row, view, { now, userId: request.userId }) : [];
    const display = await parts.rules.display('single');
    return {
      ...pageProperties(request, row),
      jsonLd: [
        productStructuredData(row, view, reviewsSection?.data ?? [], parts.currency.formatDecimal, display),
        breadcrumbStructuredData(crumbs),
      ],
      data: {
        ...view,
        ...additionalData(row, view, scope.locale()),
        forSale,
        wishlistButton: await renderWishlistButton(request, row, view, forSale),
        crumbs: crumbs.slice(0, -1),
        categories: categories.map(({ name, slug }) => ({ name, url: homeUrl(`/product-category/${slug}/`) })),
        reviews: reviewsSection?.html ?? '',
        arrives,
        dataFields: await dataFields(request, row, view),
        ...(await pluginContent(record, view, pageDelivery(arrives, view))),
        instead: view.stockText !== '' && !view.forSale ? await alternatives(row, { categories, path }) : [],
        upsells: upsells.html,
        related: await related(row, { categories, path }, upsells.ids),
        alert: await alertForm(request, row, view),
        nonceField: scope.wpNonceField(CART_NONCE),
        cartUrl: homeUrl('/cart/'),
        editUrl: scope.currentUserCan('manage_shop') ? scope.adminUrl(`admin.php?page=store-product&id=${row.id}`) : '',
      },
    };
  }

  return {
    path: '/product/:slug/',
    methods: ['GET'],
    handler: async (request): Promise<Reply | undefined> => show(request),
  };
}

/** Returns the properties of the page reply. */
function pageProperties(request: PageRequest, row: ProductRow): Omit<PageReply, 'jsonLd' | 'data'> {
  const isListed = row.status === 'publish' && row.visibility === 'visible';
  return {
    kind: 'page',
    title: row.name,
    view: 'shop/product',
    canonical: `/product/${row.slug}/`,
    bodyClass: ['store-product', 'store-wide'],
    description: (row.short_description || row.name).replace(/\s+/g, ' ').slice(0, 300),
    ...(isListed ? robotsDirective(request) : { robots: 'noindex' }),
  };
}

/** Returns data of the page in addition to the product view. */
function additionalData(row: ProductRow, { variations, gtin, summary }: ProductView, locale: string): object {
  return {
    available: variations.filter(({ soldOut }) => !soldOut),
    id: row.id,
    name: row.name,
    anyGtin: gtin !== '' || variations.some((variation) => variation.gtin !== ''),
    shortDescription: row.short_description,
    description: row.description,
    draft: row.status !== 'publish',
    secondHand: getCondition(summary.fields) === 'used',
    weight: row.weight > 0 ? formatWeight(row.weight, locale) : '',
    asList: variations.length > MAX_RADIOS,
    stars: summary.reviews ? renderStars(summary.rating) : '',
    readable: summary.reviews?.count ?? 0,
    max:
      row.stock_quantity !== null && row.backorders === 0
        ? Math.max(1, Math.min(MAX_QUANTITY, row.stock_quantity))
        : MAX_QUANTITY,
  };
}

function formatWeight(grams: number, locale: string): string {
  return grams >= 1000 ? `${formatNumber(grams / 1000, locale, 2)} kg` : `${formatNumber(grams, locale, 2)} g`;
}
