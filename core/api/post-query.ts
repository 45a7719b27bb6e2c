/** A condition on a post's terms. */
export interface TaxQueryClause {
  taxonomy: string;
  field?: 'term_id' | 'slug' | 'name' | 'term_taxonomy_id';
  terms?: number | string | (number | string)[];
  operator?: string;
  include_children?: boolean;
}
/** A list of clauses, or of lists, with `relation`. */
export interface TaxQuery {
  relation?: string;
  /** Conditions and groups of them, joined by `relation`. */
  clauses: (TaxQueryClause | TaxQuery)[];
}

/** A condition on a post's metadata. */
export interface MetaQueryClause {
  key?: string;
  value?: unknown;
  compare?: string;
  compare_key?: string;
  type?: string;
}
/** A list of clauses, or of lists, with `relation`. */
export interface MetaQuery {
  relation?: string;
  /** Conditions and groups of them, joined by `relation`. */
  clauses: (MetaQueryClause | MetaQuery)[];
}

/** A condition on a post's date. */
export interface DateQueryClause {
  after?: string | { year?: number; month?: number; day?: number };
  before?: string | { year?: number; month?: number; day?: number };
  inclusive?: boolean;
  column?: string;
  compare?: string;
  year?: number | number[];
  month?: number | number[];
  monthnum?: number | number[];
  day?: number | number[];
  /** Weeks begin on Monday. */
  week?: number | number[];
  /** From 1 for Sunday. */
  dayofweek?: number | number[];
  /** From 1 for Monday. */
  dayofweek_iso?: number | number[];
  dayofyear?: number | number[];
  hour?: number;
  minute?: number;
  second?: number;
}

/**
 * Query variables, with the names of `WP_Query`. Lists such as `tax_query` may be plain arrays of clauses,
 * joined by AND, or carry `relation`.
 */
export type PostQuery = Record<string, unknown>;
