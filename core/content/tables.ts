import type { Comment, Post } from '../api/index.js';

/** A row of `postmeta`. */
export interface PostMetaRow {
  readonly meta_id: number;
  readonly post_id: number;
  readonly meta_key: string;
  readonly meta_value: string;
}

/** A row of `terms`: the name and slug of a term. */
export interface TermRow {
  readonly term_id: number;
  readonly name: string;
  readonly slug: string;
  readonly term_group: number;
}

/** A row of `term_taxonomy`: a term in a taxonomy. */
export interface TermTaxonomyRow {
  readonly term_taxonomy_id: number;
  readonly term_id: number;
  readonly taxonomy: string;
  readonly description: string;
  readonly parent: number;
  readonly count: number;
}

/** A row of `term_relationships`: the assignment of a term to an object. */
export interface TermRelationshipRow {
  readonly object_id: number;
  readonly term_taxonomy_id: number;
  readonly term_order: number;
}

/** A row of `termmeta`. */
export interface TermMetaRow {
  readonly meta_id: number;
  readonly term_id: number;
  readonly meta_key: string;
  readonly meta_value: string;
}

/** A row of `commentmeta`. */
export interface CommentMetaRow {
  readonly meta_id: number;
  readonly comment_id: number;
  readonly meta_key: string;
  readonly meta_value: string;
}

/** A row of `redirects`: a URL that has moved. */
export interface RedirectRow {
  readonly id: number;
  readonly source: string;
  readonly target: string;
  readonly status: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    posts: Post;
    postmeta: PostMetaRow;
    terms: TermRow;
    term_taxonomy: TermTaxonomyRow;
    term_relationships: TermRelationshipRow;
    termmeta: TermMetaRow;
    comments: Comment;
    commentmeta: CommentMetaRow;
    redirects: RedirectRow;
  }
}
