import type { CatalogTaxonomy } from '../contract/index.js';

/** A row of `store_taxonomies`. */
export interface TaxonomyRow {
  readonly name: string;
  readonly label: string;
  readonly kind: CatalogTaxonomy['kind'];
  readonly hierarchical: number;
  readonly position: number;
}

/** A row of `store_terms`. */
export interface TermRow {
  readonly id: number;
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  /** Name normalized for search. */
  readonly search_name: string;
  readonly parent_id: number;
  readonly position: number;
  /** Color as `#rrggbb`, or the URL of an image; empty for none. */
  readonly swatch: string;
  readonly description: string;
  /** JSON list of earlier slugs, newest first; null for none. */
  readonly former_slugs: string | null;
}

/** A row of `store_product_terms`. */
export interface ProductTermRow {
  readonly product_id: number;
  readonly term_id: number;
  readonly position: number;
}

/** A row of `store_variation_terms`. */
export interface VariationTermRow {
  readonly variation_id: number;
  readonly term_id: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_taxonomies: TaxonomyRow;
    store_terms: TermRow;
    store_product_terms: ProductTermRow;
    store_variation_terms: VariationTermRow;
  }
}
