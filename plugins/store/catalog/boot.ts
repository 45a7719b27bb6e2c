import type { PluginScope } from 'plinth';
import type { Catalog, ProductField } from '../contract/index.js';
import { createImageAdoption, type ImageAdoption } from '../images/adopt-images.js';
import { createImageStore, type ImageStore } from '../images/image-store.js';
import { syncImagesWithLibrary } from '../images/library-images.js';
import { createCurrency, type Currency, CURRENCY_OPTION } from '../money/currency.js';
import { createPriceClock, type PriceClock } from '../prices/price-clock.js';
import { createPriceRules, type PriceRules } from '../prices/price-rules.js';
import { createPriceWriter, type PriceWriter } from '../prices/price-writer.js';
import { createTaxonomyWriter, type TaxonomyWriter } from '../taxonomies/taxonomy-writer.js';
import { createTermProducts, type TermProducts } from '../taxonomies/term-products.js';
import { createTermStore, type TermStore } from '../taxonomies/term-store.js';
import { createTermVersion } from '../change-log/term-version.js';
import { createProductTokens, type ProductTokens } from '../search/product-tokens.js';
import { createCatalog } from './catalog-service.js';
import { declareCatalogHooks } from '../contract/catalog-hooks.js';
import { type ChangeLog, createChangeLog } from '../change-log/change-log.js';
import { HANDLING_FIELD } from '../products/supply-kind.js';
import { createReviewOptions, type ReviewOptions } from '../products/review-settings.js';
import { createProductTypes, type ProductTypes } from '../products/product-types.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import { createProductStore, type ProductStore } from './product-store.js';
import { createLinkedProducts, type LinkedProducts } from './linked-products.js';
import { createFieldsEditor, createProductEditor } from './product-editor.js';
import { createSummaries, type Summaries } from './product-summaries.js';
import { createSellables, type Sellables } from './sellables.js';

/** The catalog parts that the rest of the store uses: pages, admin, demo, generator. */
export interface CatalogParts {
  readonly catalog: Catalog;
  readonly products: ProductStore;
  readonly linkedProducts: LinkedProducts;
  readonly taxonomies: TaxonomyWriter;
  readonly terms: TermStore;
  readonly images: ImageStore;
  readonly imageAdoption: ImageAdoption;
  readonly prices: PriceWriter;
  readonly changes: ChangeLog;
  readonly summaries: Summaries;
  readonly currency: Currency;
  readonly rules: PriceRules;
  readonly sellables: Sellables;
  readonly termProducts: TermProducts;
  readonly tokens: ProductTokens;
  readonly types: ProductTypes;
  readonly reviews: ReviewOptions;
}

export const PRICE_TICK = 'store/price_tick';
export const PRUNE_CHANGES = 'store/prune_changes';
/** Tables of the products and terms that pages show. */
const TABLES = [
  'store_products',
  'store_variations',
  'store_product_terms',
  'store_variation_terms',
  'store_images',
  'store_linked_products',
  'store_changes',
  'store_change_sequence',
  'store_product_texts',
  'store_product_tokens',
  'store_search_ngrams',
];
const TERM_TABLES = ['store_taxonomies', 'store_terms'];
const MINUTE_SCHEDULE = 'store_every_minute';

/** Creates the parts without registering anything, so that `activate` can use them too. */
export function createCatalogParts(
  scope: PluginScope,
  registries?: Pick<StoreRegistries, 'productTypes'>,
  priceDue?: PriceClock['schedule'],
): CatalogParts {
  const { db } = scope;
  const types = createProductTypes(registries?.productTypes);
  const changes = createChangeLog(scope);
  const images = createImageStore(scope);
  const termVersion = createTermVersion(scope);
  const terms = createTermStore(scope, termVersion);
  const currency = createCurrency(scope);
  const prices = createPriceWriter({ scope, changes });
  const taxonomies = createTaxonomyWriter({ scope, changes, version: termVersion });
  const rules = createPriceRules(scope);
  const tokens = createProductTokens({ db });
  const reviews = createReviewOptions(scope);
  const summaries = createSummaries({
    scope,
    images,
    terms,
    currency,
    rules,
    reviews,
    types,
    onNextPriceChange: priceDue,
  });
  const catalog = createCatalog({ scope, taxonomies, terms, changes, summaries, reviews, currency, rules });
  const sellables = createSellables({
    scope: { db, homeUrl: scope.homeUrl, __: scope.__, getOption: scope.getOption },
    images,
    terms,
    changes,
    rules,
    types,
  });
  return {
    catalog,
    products: createProductStore({ scope, images, prices, changes, tokens, types }),
    taxonomies,
    terms,
    images,
    prices,
    changes,
    summaries,
    currency,
    rules,
    sellables,
    imageAdoption: createImageAdoption(scope),
    termProducts: createTermProducts({ db }),
    linkedProducts: createLinkedProducts({ db }),
    tokens,
    types,
    reviews,
  };
}

/** Starts the catalog: its service, its hooks and the scheduled price changes. */
export async function bootCatalog(
  scope: PluginScope,
  registries: Pick<StoreRegistries, 'productTypes'>,
): Promise<CatalogParts> {
  scope.cache.trackTables('store.catalog', TABLES);
  scope.cache.trackTables('store.terms', TERM_TABLES);
  const clock = createPriceClock({ scope, applyDuePrices: () => parts.prices.tick() });
  const parts = createCatalogParts(scope, registries, clock.schedule);
  declareCatalogHooks(scope);
  await parts.currency.load();
  for (const event of ['add', 'update', 'delete'])
    scope.addAction(`${event}_option_${CURRENCY_OPTION}`, parts.currency.load);
  scope.addFilter(
    'store/product_fields',
    (fields: readonly ProductField[]): ProductField[] => [
      ...fields,
      { key: HANDLING_FIELD, label: scope.__('Handling time (business days)'), type: 'number' },
    ],
    4,
  );
  scope.services.provide('store.catalog', () => parts.catalog);
  scope.services.provide('store.products', () =>
    createProductEditor(parts.products, createFieldsEditor({ scope, changes: parts.changes, catalog: parts.catalog })),
  );

  scope.addFilter('cron_schedules', (schedules: Record<string, { interval: number; display: string }>) => ({
    ...schedules,
    [MINUTE_SCHEDULE]: { interval: 60, display: scope.__('Every minute') },
  }));
  scope.addAction(PRICE_TICK, () => parts.prices.tick());
  scope.addAction(PRUNE_CHANGES, () => parts.changes.prune());
  scope.addAction(
    PRUNE_CHANGES,
    await syncImagesWithLibrary(scope, parts.imageAdoption, (id) =>
      scope.adminUrl(`admin.php?page=store-product&id=${id}`),
    ),
  );
  const firstRun = Math.floor(Date.now() / 1000) + 60;
  if ((await scope.wpNextScheduled(PRICE_TICK)) === false)
    await scope.wpScheduleEvent(firstRun, MINUTE_SCHEDULE, PRICE_TICK);
  if ((await scope.wpNextScheduled(PRUNE_CHANGES)) === false)
    await scope.wpScheduleEvent(firstRun, 'daily', PRUNE_CHANGES);
  return parts;
}
