import type { Services } from 'plinth';

/** The store's catalog, the source of products. */
export type Catalogue = Services['store.catalogue'];
export type ProductRecord = Awaited<ReturnType<Catalogue['records']>>[number];
export type ProductSummary = Awaited<ReturnType<Catalogue['summaries']>>[number];
export type VariationRecord = ProductRecord['variations'][number];
export type Taxonomy = Awaited<ReturnType<Catalogue['taxonomies']>>[number];
export type Term = Awaited<ReturnType<Catalogue['terms']>>[number];
export type ProductField = Awaited<ReturnType<Catalogue['fields']>>[number];
