import type { WpError } from './wp-error.js';

export interface Term {
  term_id: number;
  name: string;
  slug: string;
  term_taxonomy_id: number;
  taxonomy: string;
  description: string;
  parent: number;
  count: number;
}

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
  orderby?: string;
  order?: string;
  number?: number;
  offset?: number;
}

export interface TermInput {
  slug?: string;
  description?: string;
  parent?: number;
  name?: string;
}

/** @since 0.1.0 */
export interface TermsApi {
  wpInsertTerm(name: string, taxonomy: string, input?: TermInput): Promise<{ term_id: number; term_taxonomy_id: number } | WpError>;
  wpUpdateTerm(id: number, taxonomy: string, input: TermInput): Promise<{ term_id: number; term_taxonomy_id: number } | WpError>;
  wpDeleteTerm(id: number, taxonomy: string, defaultTerm?: number): Promise<boolean | 0 | WpError>;
  getTerm(id: number, taxonomy?: string): Promise<Term | null | WpError>;
  getTermBy(field: 'id' | 'slug' | 'name' | 'term_taxonomy_id', value: string | number, taxonomy: string): Promise<Term | false>;
  termExists(term: string | number, taxonomy?: string, parent?: number): Promise<{ term_id: number; term_taxonomy_id: number } | null>;
  getTerms(query: TermQuery): Promise<Term[] | WpError>;
  wpCountTerms(query: TermQuery): Promise<number | WpError>;
  getTermChildren(id: number, taxonomy: string): Promise<number[] | WpError>;
  getTheTerms(postId: number, taxonomy: string): Promise<Term[] | false | WpError>;
  wpGetObjectTerms(ids: number | number[], taxonomies: string | string[]): Promise<Term[] | WpError>;
  wpSetObjectTerms(id: number, terms: (number | string)[] | number | string, taxonomy: string, append?: boolean): Promise<number[] | WpError>;
  wpRemoveObjectTerms(id: number, terms: (number | string)[], taxonomy: string): Promise<boolean | WpError>;
  wpSetPostTerms(id: number, terms: (number | string)[] | string, taxonomy?: string, append?: boolean): Promise<number[] | false | WpError>;
  isObjectInTerm(id: number, taxonomy: string, terms: (number | string)[]): Promise<boolean | WpError>;
  wpUniqueTermSlug(slug: string, term: { taxonomy: string; parent: number; term_id?: number }): Promise<string>;
  wpUpdateTermCount(termTaxonomyIds: number[], taxonomy: string): Promise<void>;
}
