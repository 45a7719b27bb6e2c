import type { Services } from 'plinth';

/** The store's catalog, the source of products. */
export type Catalog = Services['store.catalog'];
export type ProductRecord = Awaited<ReturnType<Catalog['records']>>[number];
export type ProductSummary = Awaited<ReturnType<Catalog['summaries']>>[number];
export type VariationRecord = ProductRecord['variations'][number];
export type Taxonomy = Awaited<ReturnType<Catalog['taxonomies']>>[number];
export type Term = Awaited<ReturnType<Catalog['terms']>>[number];
export type ProductField = Awaited<ReturnType<Catalog['fields']>>[number];
