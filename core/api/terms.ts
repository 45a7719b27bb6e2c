import type { MetaQuery, MetaQueryClause } from './post-query.js';
import type { WpError } from './wp-error.js';
import type { AsyncAnswer } from './async-answer.js';

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
  /** What it is filed for, where that was asked for. */
  object_id?: number;
}

/** Which terms to look for, with the names of `WP_Term_Query`. */
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
  /** A field, `include`, `none`; by metadata `meta_value`, `meta_value_num`, the key of `meta_key` or the name of a clause of `meta_query`. */
  orderby?: string;
  order?: string;
  /** Terms with metadata of this key, and of this value where one is given; with what the values are compared as. @since 0.3.0 */
  meta_key?: string;
  meta_value?: unknown;
  meta_type?: string;
  meta_compare?: string;
  /** Conditions on metadata, as in `WP_Meta_Query`. @since 0.3.0 */
  meta_query?: MetaQuery | readonly MetaQueryClause[] | Readonly<Record<string, unknown>>;
  number?: number;
  offset?: number;
  /** `all_with_object_id`: a row for each thing and term, with `object_id`; of use with `object_ids`. */
  fields?: 'all' | 'all_with_object_id';
}

/** A question for terms while it is asked: what callbacks of `parse_term_query`, `pre_get_terms` and `get_terms` get (WordPress: WP_Term_Query). @since 0.2.0 */
export interface WpTermQuery {
  /** What is asked for; callbacks of `pre_get_terms` may change it. */
  queryVars: TermQuery;
  /** What was found; empty until then. */
  terms: readonly Term[];
}

/** What `wpInsertTerm` and `wpUpdateTerm` take. */
export interface TermInput {
  slug?: string;
  description?: string;
  parent?: number;
  name?: string;
}

/** @since 0.1.0 */
export interface TermsApi {
  /** Creates a term; `term_exists`, with its id, when its parent has one of that name (`wp_insert_term`). */
  wpInsertTerm(
    name: string,
    taxonomy: string,
    input?: TermInput,
  ): Promise<{ term_id: number; term_taxonomy_id: number } | WpError>;
  /** Changes a term; what is left out stays (`wp_update_term`). */
  wpUpdateTerm(
    id: number,
    taxonomy: string,
    input: TermInput,
  ): Promise<{ term_id: number; term_taxonomy_id: number } | WpError>;
  /** Removes a term, and gives its posts the default one; 0 when it is the default itself (`wp_delete_term`). */
  wpDeleteTerm(id: number, taxonomy: string, defaultTerm?: number): Promise<boolean | 0 | WpError>;
  /** A term by its id, or null (`get_term`). */
  getTerm(id: number, taxonomy?: string): Promise<Term | null | WpError>;
  /** A term by one of its fields, or false (`get_term_by`). */
  getTermBy(
    field: 'id' | 'slug' | 'name' | 'term_taxonomy_id',
    value: string | number,
    taxonomy: string,
  ): Promise<Term | false>;
  /** The ids of a term by id, slug or name; null when there is none (`term_exists`). */
  termExists(
    term: string | number,
    taxonomy?: string,
    parent?: number,
  ): AsyncAnswer<{ term_id: number; term_taxonomy_id: number } | null>;
  /** The terms a query asks for (`get_terms`). */
  getTerms(query: TermQuery): Promise<Term[] | WpError>;
  /** How many terms a query asks for, without paging (`wp_count_terms`). */
  wpCountTerms(query: TermQuery): Promise<number | WpError>;
  /** The ids of all terms below one (`get_term_children`). */
  getTermChildren(id: number, taxonomy: string): Promise<number[] | WpError>;
  /** A post's terms, or false when it has none (`get_the_terms`). */
  getTheTerms(postId: number, taxonomy: string): Promise<Term[] | false | WpError>;
  /** The terms of one or several posts (`wp_get_object_terms`). */
  wpGetObjectTerms(ids: number | number[], taxonomies: string | string[]): Promise<Term[] | WpError>;
  /** Gives a post terms, by id or name, instead of those it has unless `append` is set; the term-taxonomy ids (`wp_set_object_terms`). */
  wpSetObjectTerms(
    id: number,
    terms: (number | string)[] | number | string,
    taxonomy: string,
    append?: boolean,
  ): Promise<number[] | WpError>;
  /** Takes terms off a post; false when it had none of them (`wp_remove_object_terms`). */
  wpRemoveObjectTerms(id: number, terms: (number | string)[], taxonomy: string): Promise<boolean | WpError>;
  /** As `wpSetObjectTerms`; a text is a list of names with commas. False when there is no such post (`wp_set_post_terms`). */
  wpSetPostTerms(
    id: number,
    terms: (number | string)[] | string,
    taxonomy?: string,
    append?: boolean,
  ): Promise<number[] | false | WpError>;
  /** Whether a post has any of these terms, or any at all (`is_object_in_term`). */
  isObjectInTerm(id: number, taxonomy: string, terms: (number | string)[]): AsyncAnswer<boolean | WpError>;
  /** Whether a post has one of these terms, by id, slug or name, or with `''` any of the taxonomy (`has_term`). */
  hasTerm(term: number | string | (number | string)[], taxonomy: string, postId: number): AsyncAnswer;
  /** The ids of a post's categories (`wp_get_post_categories`). */
  wpGetPostCategories(postId: number): Promise<number[]>;
  /** A post's tags (`wp_get_post_tags`). */
  wpGetPostTags(postId: number): Promise<Term[]>;
  /** Whether a term lies below another, at any depth (`term_is_ancestor_of`). */
  termIsAncestorOf(ancestor: number, descendant: number, taxonomy: string): AsyncAnswer;
  /** The ids of the terms a term lies below, the nearest first (`get_ancestors`). */
  getTermAncestors(id: number, taxonomy: string): Promise<number[]>;
  /** A slug that no other term has, from the parents' slugs or with a number behind it (`wp_unique_term_slug`). */
  wpUniqueTermSlug(slug: string, term: { taxonomy: string; parent: number; term_id?: number }): Promise<string>;
  /** Counts the published posts of terms anew (`wp_update_term_count`). */
  wpUpdateTermCount(termTaxonomyIds: number[], taxonomy: string): Promise<void>;
}
