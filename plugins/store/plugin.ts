import { definePlugin } from 'plinth';
import { createLinePrices } from './cart/line-prices.js';
import { bootAlerts } from './back-in-stock/boot.js';
import { PRUNE_BACK_IN_STOCK } from './back-in-stock/send-notifications.js';
import { bootCatalog, createCatalogParts, PRICE_TICK, PRUNE_CHANGES } from './catalog/boot.js';
import { storeLabels } from './audit/audit-labels.js';
import './contract/index.js';
import { bootDownloads, createFileParts, PRUNE_FILES } from './downloads/boot.js';
import { bootDemo } from './demo/boot.js';
import { bootGenerator } from './generator/boot.js';
import { catalogMigrations } from './migrations/catalog.js';
import { alertMigrations } from './migrations/back-in-stock.js';
import { bootCommerce } from './boot/commerce.js';
import { downloadMigrations } from './migrations/downloads.js';
import { reviewMigrations } from './migrations/reviews.js';
import { orderMigrations } from './migrations/orders.js';
import { paymentMigrations } from './migrations/payments.js';
import { createOrderTokens } from './orders/order-tokens.js';
import { CANCEL_UNPAID_EVENT } from './orders/orders-service.js';
import { notifyLowStock } from './emails/low-stock.js';
import { ESTIMATE_OPTION, createEstimateOptions } from './commerce/estimate-settings.js';
import { createCommerceSettings } from './commerce/commerce-settings.js';
import { bootProductsAdmin } from './products-admin/boot.js';
import { followCurrency } from './money/currency.js';
import { REVIEW_SETTINGS_OPTION } from './products/review-settings.js';
import { createStoreOptions, STORE_SETTINGS_OPTION } from './products/store-settings.js';
import { createStoreRegistries } from './registries/store-registries.js';
import { REVIEW_REQUEST_EVENT } from './reviews/review-requests.js';
import { bootReviews } from './reviews/boot.js';
import { bootShop } from './shop/boot.js';
import { BUILT_IN_TAXONOMIES } from './taxonomies/taxonomy-writer.js';
import { bootTokens } from './search/boot.js';
import { bootWishlist } from './wishlist/boot.js';
import { orderMetaIndex } from './migrations/order-meta-index.js';
import { standardColumns, standardNames, storedNames } from './migrations/standard-names.js';
import { wishlistMigrations } from './migrations/wishlist.js';
import { tokenMigrations } from './migrations/search-tokens.js';

const TABLES = [
  'store_products',
  'store_variations',
  'store_taxonomies',
  'store_terms',
  'store_product_terms',
  'store_variation_terms',
  'store_images',
  'store_linked_products',
  'store_changes',
  'store_change_sequence',
  'store_imports',
  'store_import_batches',
  'store_product_texts',
  'store_product_tokens',
  'store_search_ngrams',
  'store_orders',
  'store_order_lines',
  'store_order_events',
  'store_order_meta',
  'store_order_numbers',
  'store_emails',
  'store_attempts',
  'store_order_codes',
  'store_order_counts',
  'store_order_tokens',
  'store_order_adjustments',
  'store_order_taxes',
  'store_payments',
  'store_refunds',
  'store_files',
  'store_product_files',
  'store_download_limits',
  'store_download_permissions',
  'store_download_log',
  'store_reviews',
  'store_back_in_stock',
  'store_wishlist_items',
] as const;

const OPTIONS = [
  'store_currency',
  'store_commerce_settings',
  ESTIMATE_OPTION,
  STORE_SETTINGS_OPTION,
  REVIEW_SETTINGS_OPTION,
] as const;
/** LIKE patterns for the options of payment methods, shipping methods and emails, which have one option per ID. */
const OPTION_PATTERNS = ['store!_payment!_%', 'store!_delivery!_%', 'store!_email!_%'] as const;

export default definePlugin({
  migrations: [
    standardNames,
    standardColumns,
    ...catalogMigrations,
    ...tokenMigrations,
    ...orderMigrations,
    ...paymentMigrations,
    ...downloadMigrations,
    ...reviewMigrations,
    ...alertMigrations,
    ...wishlistMigrations,
    storedNames,
    orderMetaIndex,
  ],
  async activate(scope) {
    const { taxonomies } = createCatalogParts(scope);
    for (const taxonomy of BUILT_IN_TAXONOMIES) await taxonomies.ensureTaxonomy(taxonomy);
    const hasRows = async (table: string): Promise<boolean> => (await scope.db()(table).first('id')) !== undefined;
    await createEstimateOptions(scope).initialize(
      async () =>
        !(await createCommerceSettings(scope).isSaved()) &&
        !(await hasRows('store_products')) &&
        !(await hasRows('store_orders')),
    );
  },
  async boot(host) {
    const registries = createStoreRegistries(host);
    const parts = await bootCatalog(host, registries);
    const scope = followCurrency(host, parts.currency);
    const settings = createStoreOptions(scope);
    scope.audit.describe(() => storeLabels(scope));
    const files = createFileParts(scope);
    const commerce = await bootCommerce(
      scope,
      parts.sellables,
      createLinePrices({ scope, summaries: parts.summaries, currency: parts.currency }),
      registries,
    );
    const reviews = await bootReviews(scope, parts, commerce);
    const alerts = await bootAlerts(scope, parts, commerce.emails);
    bootShop(scope, parts, {
      settings,
      registries,
      reviews: reviews.section,
      shipping: commerce,
      wishlistButton: bootWishlist(scope, parts),
    });
    bootProductsAdmin(scope, parts, { settings, files, reviews, alerts });
    const { store, statuses, payRegistries } = commerce;
    await bootDownloads(scope, {
      ...files,
      store,
      statuses,
      settings,
      initialStatus: (method) => payRegistries.payments.find(method)?.value.initialStatus,
    });
    notifyLowStock({ scope, settings, shopEmail: commerce.shopEmail });
    bootGenerator(scope, parts);
    bootTokens(scope, parts.tokens, createOrderTokens(scope));
    bootDemo(scope, { ...parts, ...files, reviewStatistics: reviews.reviewStatistics });
  },
  async deactivate(scope) {
    for (const hook of [
      PRICE_TICK,
      PRUNE_CHANGES,
      CANCEL_UNPAID_EVENT,
      PRUNE_FILES,
      REVIEW_REQUEST_EVENT,
      PRUNE_BACK_IN_STOCK,
    ])
      await scope.wpUnscheduleHook(hook);
  },
  async uninstall(scope, { deleteData }) {
    if (!deleteData) return;
    for (const table of TABLES) await scope.db().schema.dropTableIfExists(table);
    for (const option of OPTIONS) await scope.deleteOption(option);
    // These options contain credentials of provider accounts, so they must be deleted.
    for (const names of OPTION_PATTERNS)
      for (const option of await scope
        .db()('options')
        .whereRaw("name like ? escape '!'", [names])
        .pluck<string[]>('name'))
        await scope.deleteOption(option);
  },
});
