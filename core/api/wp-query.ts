import type { ConditionalTags } from './conditional-tags.js';
import type { PostQuery } from './post-query.js';
import type { PostType } from './post-types.js';
import type { Post } from './posts.js';
import type { Term } from './terms.js';
import type { UserWithRoles } from './users.js';

/** The entity that a query is about, if there is one (`get_queried_object`). */
export type QueriedObject =
  | { kind: 'post'; post: Post }
  | { kind: 'term'; term: Term }
  | { kind: 'author'; user: UserWithRoles }
  | { kind: 'type'; type: PostType };

/** Conditions of a query; see {@link ConditionalTags}. */
export type QueryCondition =
  | 'single'
  | 'page'
  | 'attachment'
  | 'singular'
  | 'archive'
  | 'date'
  | 'year'
  | 'month'
  | 'day'
  | 'time'
  | 'author'
  | 'category'
  | 'tag'
  | 'tax'
  | 'search'
  | 'feed'
  | 'commentFeed'
  | 'trackback'
  | 'home'
  | 'postsPage'
  | 'privacyPolicy'
  | 'notFound'
  | 'embed'
  | 'paged'
  | 'preview'
  | 'robots'
  | 'favicon'
  | 'postTypeArchive'
  | 'front';

/**
 * A running post query, as passed to callbacks of `pre_get_posts`, `posts_results`, `the_posts` and related hooks
 * (WordPress: WP_Query).
 *
 * ```ts
 * scope.addAction('pre_get_posts', (query) => {
 *   if (query.isMainQuery() && query.isHome()) query.set('posts_per_page', 5);
 * });
 * ```
 * @since 0.1.0
 */
export interface WpQuery extends ConditionalTags {
  /** Query arguments as passed by the caller. */
  readonly query: Readonly<PostQuery>;
  /** Effective query variables; change them with {@link WpQuery.set}. */
  readonly queryVars: PostQuery;
  /** Posts found; empty before the query has run. */
  readonly posts: readonly Post[];
  /** Total number of posts on all pages. */
  readonly foundPosts: number;
  readonly maxNumPages: number;
  /** The queried entity; undefined for general lists, and before the query has run. */
  readonly queriedObject: QueriedObject | undefined;
  /** Returns a query variable, or the fallback if it is not set (`WP_Query::get`). */
  get(name: string, fallback?: unknown): unknown;
  /** Sets a query variable; for use in `parse_query` and `pre_get_posts` (`WP_Query::set`). */
  set(name: string, value: unknown): void;
  /** Whether this is the main query of the page (`WP_Query::is_main_query`). */
  isMainQuery(): boolean;
}
