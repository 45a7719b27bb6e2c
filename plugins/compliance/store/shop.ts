import type { Actions, Filters, PluginScope, Services } from 'plinth';

/** The store's catalog, as described by its service. */
export type Catalog = Services['store.catalog'];
/** The shop's search, shared by all features. */
export type ShopSearch = Services['store.search'];
export type CatalogRecord = Awaited<ReturnType<Catalog['records']>>[number];
/** Result of that search. */
export type FoundProducts = Awaited<ReturnType<ShopSearch['findExact']>>;
/** Delivery information already shown by a product page. */
export type PageDelivery = NonNullable<Parameters<Filters['store/product_html']>[3]>;
/** A reduced price in force, as passed by the store. */
export type Reduction = Parameters<Filters['store/concealed_reductions']>[1][number];
/** Pending work in the store's dashboard widget. */
export type DashboardItem = Parameters<Filters['store/dashboard_items']>[0][number];
export type ProductCard = Awaited<ReturnType<Catalog['summaries']>>[number];

/** Payment methods registered in the shop, including disabled ones; none while no shop is active. */
export type PaymentMethods = () => ReturnType<Services['store.terms']['payments']>;

export function createPaymentMethods({ services }: Pick<PluginScope, 'services'>): PaymentMethods {
  return () => (services.has('store.terms') ? services.get('store.terms').payments() : []);
}

/** A shop form that other plugins can add fields to. */
export type FormLocation = FormContext['location'];
/** A store form, as described by its hooks. */
export type FormContext = Parameters<Filters['store/form_errors']>[1];
/** Reason why a form is refused. */
export type FormError = Parameters<Filters['store/form_errors']>[0][number];
/** Order and account of an accepted form; 0 for none. */
export type FormSubject = Parameters<Actions['store/form_submitted']>[1];
export type Order = NonNullable<Awaited<ReturnType<Services['store.orders']['get']>>>;

/** Reads an order by ID; null when it does not exist or no store is active. */
export type ReadOrder = (id: number) => Promise<Order | null>;

export function createReadOrder({ services }: Pick<PluginScope, 'services'>): ReadOrder {
  return async (id) => (id > 0 && services.has('store.orders') ? services.get('store.orders').get(id) : null);
}
