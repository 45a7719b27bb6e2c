import type { MetaQuery, MetaQueryClause } from './post-query.js';
import type { WpError } from './wp-error.js';
import type { AsyncResult } from './async-result.js';

/** A term of a taxonomy. */
export interface Term {
  term_id: number;
  name: string;
  slug: string;
  term_taxonomy_id: number;
  taxonomy: string;
  description: string;
  parent: number;
  count: number;
  /** ID of the object the term is assigned to, if requested. */
  object_id?: number;
}

/** Query arguments for terms, with the names of `WP_Term_Query`. */
export interface TermQuery {
  taxonomy?: string | string[];
  object_ids?: number[];
  include?: number[];
  exclude?: number[];
  slug?: string | string[];
  name?: string | string[];
  parent?: number;
  child_of?: number;
  search?: string;
  hide_empty?: boolean;
  /**
   * A field, `include` or `none`; for metadata `meta_value`, `meta_value_num`, the key in `meta_key`, or the name of a
   * clause in `meta_query`.
   */
  orderby?: string;
  order?: string;
  /**
   * Limits the result to terms with this metadata key and, if given, this value; also the comparison operator and type.
   * @since 0.1.0
   */
  meta_key?: string;
  meta_value?: unknown;
  meta_type?: string;
  meta_compare?: string;
  /** Conditions on metadata, as in `WP_Meta_Query`. @since 0.1.0 */
  meta_query?: MetaQuery | readonly MetaQueryClause[] | Readonly<Record<string, unknown>>;
  number?: number;
  offset?: number;
  /** `all_with_object_id`: one row per object and term, with `object_id`; for use with `object_ids`. */
  fields?: 'all' | 'all_with_object_id';
}

/**
 * A running term query, as passed to callbacks of `parse_term_query`, `pre_get_terms` and `get_terms` (WordPress:
 * WP_Term_Query).
 * @since 0.1.0
 */
export interface WpTermQuery {
  /** Query arguments; callbacks of `pre_get_terms` may change them. */
  queryVars: TermQuery;
  /** Terms found; empty before the query has run. */
  terms: readonly Term[];
}

/** Input of `wpInsertTerm` and `wpUpdateTerm`. */
export interface TermInput {
  slug?: string;
  description?: string;
  parent?: number;
  name?: string;
}

/** @since 0.1.0 */
export interface TermsApi {
  /**
   * Creates a term; error `term_exists`, with its ID, if the parent already has one with this name (`wp_insert_term`).
   */
  wpInsertTerm(
    name: string,
    taxonomy: string,
    input?: TermInput,
  ): Promise<{ term_id: number; term_taxonomy_id: number } | WpError>;
  /** Updates a term; omitted fields stay unchanged (`wp_update_term`). */
  wpUpdateTerm(
    id: number,
    taxonomy: string,
    input: TermInput,
  ): Promise<{ term_id: number; term_taxonomy_id: number } | WpError>;
  /** Deletes a term and assigns the default term to its posts; 0 if it is the default term (`wp_delete_term`). */
  wpDeleteTerm(id: number, taxonomy: string, defaultTerm?: number): Promise<boolean | 0 | WpError>;
  /** Returns a term by its ID, or null (`get_term`). */
  getTerm(id: number, taxonomy?: string): Promise<Term | null | WpError>;
  /** Returns a term by one of its fields, or false (`get_term_by`). */
  getTermBy(
    field: 'id' | 'slug' | 'name' | 'term_taxonomy_id',
    value: string | number,
    taxonomy: string,
  ): Promise<Term | false>;
  /** Returns the IDs of a term by ID, slug or name; null if it does not exist (`term_exists`). */
  termExists(
    term: string | number,
    taxonomy?: string,
    parent?: number,
  ): AsyncResult<{ term_id: number; term_taxonomy_id: number } | null>;
  /** Returns the terms that match a query (`get_terms`). */
  getTerms(query: TermQuery): Promise<Term[] | WpError>;
  /** Returns the number of terms that match a query, without pagination (`wp_count_terms`). */
  wpCountTerms(query: TermQuery): Promise<number | WpError>;
  /** Returns the IDs of all descendants of a term (`get_term_children`). */
  getTermChildren(id: number, taxonomy: string): Promise<number[] | WpError>;
  /** Returns a post's terms, or false if it has none (`get_the_terms`). */
  getTheTerms(postId: number, taxonomy: string): Promise<Term[] | false | WpError>;
  /** Returns the terms of one or several posts (`wp_get_object_terms`). */
  wpGetObjectTerms(ids: number | number[], taxonomies: string | string[]): Promise<Term[] | WpError>;
  /**
   * Assigns terms to a post, by ID or name, replacing its current ones unless `append` is set; returns the term
   * taxonomy IDs (`wp_set_object_terms`).
   */
  wpSetObjectTerms(
    id: number,
    terms: (number | string)[] | number | string,
    taxonomy: string,
    append?: boolean,
  ): Promise<number[] | WpError>;
  /** Removes terms from a post; false if it has none of them (`wp_remove_object_terms`). */
  wpRemoveObjectTerms(id: number, terms: (number | string)[], taxonomy: string): Promise<boolean | WpError>;
  /**
   * As `wpSetObjectTerms`; a string is a comma-separated list of names. False if the post does not exist
   * (`wp_set_post_terms`).
   */
  wpSetPostTerms(
    id: number,
    terms: (number | string)[] | string,
    taxonomy?: string,
    append?: boolean,
  ): Promise<number[] | false | WpError>;
  /** Whether a post has any of these terms, or any term at all (`is_object_in_term`). */
  isObjectInTerm(id: number, taxonomy: string, terms: (number | string)[]): AsyncResult<boolean | WpError>;
  /** Whether a post has one of these terms, by ID, slug or name, or with `''` any term of the taxonomy (`has_term`). */
  hasTerm(term: number | string | (number | string)[], taxonomy: string, postId: number): AsyncResult;
  /** Returns the IDs of a post's categories (`wp_get_post_categories`). */
  wpGetPostCategories(postId: number): Promise<number[]>;
  /** Returns a post's tags (`wp_get_post_tags`). */
  wpGetPostTags(postId: number): Promise<Term[]>;
  /** Whether a term is an ancestor of another, at any depth (`term_is_ancestor_of`). */
  termIsAncestorOf(ancestor: number, descendant: number, taxonomy: string): AsyncResult;
  /** Returns the IDs of a term's ancestors, starting with the parent (`get_ancestors`). */
  getTermAncestors(id: number, taxonomy: string): Promise<number[]>;
  /** Returns a unique slug for a term, using the parents' slugs or an appended number (`wp_unique_term_slug`). */
  wpUniqueTermSlug(slug: string, term: { taxonomy: string; parent: number; term_id?: number }): Promise<string>;
  /** Recounts the published posts of terms (`wp_update_term_count`). */
  wpUpdateTermCount(termTaxonomyIds: number[], taxonomy: string): Promise<void>;
}
