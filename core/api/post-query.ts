/** Condition on the terms of a post. */
export interface TaxQueryClause {
  taxonomy: string;
  field?: 'term_id' | 'slug' | 'name' | 'term_taxonomy_id';
  terms?: number | string | (number | string)[];
  operator?: string;
  include_children?: boolean;
}
/** A list of clauses or nested lists, with `relation`. */
export interface TaxQuery {
  relation?: string;
  /** Conditions and nested groups, joined by `relation`. */
  clauses: (TaxQueryClause | TaxQuery)[];
}

/** Condition on the metadata of a post. */
export interface MetaQueryClause {
  key?: string;
  value?: unknown;
  compare?: string;
  compare_key?: string;
  type?: string;
}
/** A list of clauses or nested lists, with `relation`. */
export interface MetaQuery {
  relation?: string;
  /** Conditions and nested groups, joined by `relation`. */
  clauses: (MetaQueryClause | MetaQuery)[];
}

/** Condition on the date of a post. */
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
  /** Week number; weeks start on Monday. */
  week?: number | number[];
  /** 1 is Sunday. */
  dayofweek?: number | number[];
  /** 1 is Monday. */
  dayofweek_iso?: number | number[];
  dayofyear?: number | number[];
  hour?: number;
  minute?: number;
  second?: number;
}

/**
 * Query variables, with the names of `WP_Query`. Lists such as `tax_query` may be plain arrays of clauses, joined by
 * AND, or include `relation`.
 */
export type PostQuery = Record<string, unknown>;
