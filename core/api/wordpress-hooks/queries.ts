import type { Post } from '../posts.js';
import type { WpQuery } from '../wp-query.js';
import type { QueryPieces } from './values.js';

/** WordPress's hooks of post queries, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    found_posts: (found: number, query: WpQuery) => number;
    found_posts_query: (counted: string, query: WpQuery) => string;
    post_limits: (sql: string, query: WpQuery) => string;
    posts_clauses: (clauses: Partial<QueryPieces>, query: WpQuery) => Partial<QueryPieces>;
    posts_distinct: (sql: string, query: WpQuery) => string;
    posts_fields: (sql: string, query: WpQuery) => string;
    posts_groupby: (sql: string, query: WpQuery) => string;
    posts_join: (sql: string, query: WpQuery) => string;
    posts_join_paged: (sql: string, query: WpQuery) => string;
    posts_orderby: (sql: string, query: WpQuery) => string;
    posts_pre_query: (posts: (Post | number)[] | null, query: WpQuery) => (Post | number)[] | null;
    posts_request: (sql: string, query: WpQuery) => string;
    posts_results: (list: Post[], query: WpQuery) => Post[];
    posts_search: (sql: string, query: WpQuery) => string;
    posts_search_orderby: (sql: string, query: WpQuery) => string;
    posts_where: (sql: string, query: WpQuery) => string;
    posts_where_paged: (sql: string, query: WpQuery) => string;
    the_posts: (list: Post[], query: WpQuery) => Post[];
  }

  interface Actions {
    parse_query: (query: WpQuery) => void;
    parse_tax_query: (query: WpQuery) => void;
    pre_get_posts: (query: WpQuery) => void;
  }
}

export type {};
