import type { Filters, Services } from 'plinth';

/** The store's catalogue, as its service describes it. */
export type Catalogue = Services['store.catalogue'];
/** The one search of the shop. */
export type ShopSearch = Services['store.search'];
export type CatalogueRecord = Awaited<ReturnType<Catalogue['records']>>[number];
/** What it finds. */
export type FoundProducts = Awaited<ReturnType<ShopSearch['exactly']>>;
/** What a product's page says of delivery by itself. */
export type PageDelivery = NonNullable<Parameters<Filters['store/product_html']>[3]>;
export type ProductCard = Awaited<ReturnType<Catalogue['summaries']>>[number];
