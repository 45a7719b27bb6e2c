import type { Actions, Filters, PluginScope, Services } from 'plinth';

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

/** The ways to pay that the shop has registered, also those that are switched off; none while there is no shop. */
export type PaymentWays = () => ReturnType<Services['store.terms']['payments']>;

export function createPaymentWays({ services }: Pick<PluginScope, 'services'>): PaymentWays {
  return () => (services.has('store.terms') ? services.get('store.terms').payments() : []);
}

/** A form of the shop that other plugins add fields to. */
export type FormPlace = FormContext['place'];
/** A form of the store, as its hooks describe it. */
export type FormContext = Parameters<Filters['store/form_errors']>[1];
/** Why a form is refused. */
export type FormError = Parameters<Filters['store/form_errors']>[0][number];
/** Whom an accepted form belongs to; 0 for no order and no account. */
export type FormSubject = Parameters<Actions['store/form_accepted']>[1];
export type Order = NonNullable<Awaited<ReturnType<Services['store.orders']['get']>>>;

/** Reads an order by its id; null when there is none, or no store. */
export type ReadOrder = (id: number) => Promise<Order | null>;

export function createReadOrder({ services }: Pick<PluginScope, 'services'>): ReadOrder {
  return async (id) => (id > 0 && services.has('store.orders') ? services.get('store.orders').get(id) : null);
}
