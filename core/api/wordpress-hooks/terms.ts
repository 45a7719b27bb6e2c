import type { Term, TermInput, TermQuery, WpTermQuery } from '../terms.js';
import type { WpError } from '../wp-error.js';
import type { QueryPieces } from './values.js';

/** WordPress's hooks of terms, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    get_terms: (terms: Term[], taxonomies: string[], queryVars: TermQuery, query: WpTermQuery) => Term[];
    get_terms_args: (queryVars: TermQuery, taxonomies: string[]) => TermQuery;
    get_the_categories: (filed: Term[], postId: number) => Term[];
    get_the_terms: (terms: Term[], postId: number, taxonomy: string) => Term[];
    pre_insert_term: (name: string | WpError, taxonomy: string, input: TermInput) => string | WpError;
    pre_term_description: (description: string) => string;
    pre_term_name: (name: string, taxonomy: string) => string;
    'term_links-post_tag': (links: string[]) => string[];
    terms_clauses: (clauses: Partial<QueryPieces>, taxonomies: string[], args: TermQuery) => Partial<QueryPieces>;
    terms_pre_query: (terms: Term[] | null, query: WpTermQuery) => Term[] | null;
    the_category: (list: string, separator: string, parents: string) => string;
    the_category_list: (filed: Term[], postId: number) => Term[];
    the_tags: (html: string, before: string, separator: string, after: string, postId: number) => string;
    wp_insert_term_data: (
      data: { name: string; slug: string; term_group: number },
      taxonomy: string,
      input: TermInput,
    ) => { name: string; slug: string; term_group: number };
    wp_unique_term_slug: (
      slug: string,
      term: { taxonomy: string; parent: number; term_id?: number },
      originalSlug: string,
    ) => string;
    wp_update_term_data: (
      data: Record<string, unknown>,
      termId: number,
      taxonomy: string,
      input: TermInput,
    ) => Record<string, unknown>;
  }

  interface Actions {
    add_term_relationship: (objectId: number, termTaxonomyId: number, taxonomy: string) => void;
    added_term_relationship: (objectId: number, termTaxonomyId: number, taxonomy: string) => void;
    create_term: (termId: number, termTaxonomyId: number, taxonomy: string, input: TermInput) => void;
    created_term: (termId: number, termTaxonomyId: number, taxonomy: string, input: TermInput) => void;
    delete_term: (termId: number, termTaxonomyId: number, taxonomy: string, term: Term, objectIds: number[]) => void;
    delete_term_relationships: (objectId: number, termTaxonomyIds: number[], taxonomy: string) => void;
    delete_term_taxonomy: (termTaxonomyId: number) => void;
    deleted_term_relationships: (objectId: number, termTaxonomyIds: number[], taxonomy: string) => void;
    deleted_term_taxonomy: (termTaxonomyId: number) => void;
    edit_term: (termId: number, termTaxonomyId: number, taxonomy: string, input: TermInput) => void;
    edit_term_taxonomy: (termTaxonomyId: number, taxonomy: string, input: Record<string, string> | TermInput) => void;
    edit_terms: (termId: number, taxonomy: string, input: TermInput) => void;
    edited_term: (termId: number, termTaxonomyId: number, taxonomy: string, input: TermInput) => void;
    edited_term_taxonomy: (termTaxonomyId: number, taxonomy: string, input: Record<string, string> | TermInput) => void;
    edited_terms: (termId: number, taxonomy: string, input: TermInput) => void;
    parse_term_query: (query: WpTermQuery) => void;
    pre_delete_term: (termId: number, taxonomy: string) => void;
    pre_get_terms: (query: WpTermQuery) => void;
    saved_term: (termId: number, termTaxonomyId: number, taxonomy: string, update: boolean, input: TermInput) => void;
    set_object_terms: (
      objectId: number,
      terms: (string | number)[],
      termTaxonomyIds: number[],
      taxonomy: string,
      append: boolean,
      oldTermTaxonomyIds: number[],
    ) => void;
    update_term_count: (termTaxonomyId: number, taxonomy: string, count: number) => void;
  }
}

export type {};
