import type { ConditionalTags } from './conditional-tags.js';
import type { PostQuery } from './post-query.js';
import type { PostType } from './post-types.js';
import type { Post } from './posts.js';
import type { Term } from './terms.js';
import type { UserWithRoles } from './users.js';

/** The one thing that a query is about, when there is one (`get_queried_object`). */
export type QueriedObject =
  | { kind: 'post'; post: Post }
  | { kind: 'term'; term: Term }
  | { kind: 'author'; user: UserWithRoles }
  | { kind: 'type'; type: PostType };

/** What a query can be about; {@link ConditionalTags} ask for them. */
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
 * A query for posts while it runs: what callbacks of `pre_get_posts`, `posts_results`, `the_posts` and their like get (WordPress: WP_Query).
 *
 * ```ts
 * scope.addAction('pre_get_posts', (query) => {
 *   if (query.isMainQuery() && query.isHome()) query.set('posts_per_page', 5);
 * });
 * ```
 * @since 0.1.0
 */
export interface WpQuery extends ConditionalTags {
  /** What was asked for, as it was given. */
  readonly query: Readonly<PostQuery>;
  /** The variables that it runs with; change them by {@link WpQuery.set}. */
  readonly queryVars: PostQuery;
  /** What it found; empty until then. */
  readonly posts: readonly Post[];
  /** How many posts there are on all pages. */
  readonly foundPosts: number;
  readonly maxNumPages: number;
  /** What it is about; undefined for lists of everything, and before it has run. */
  readonly queriedObject: QueriedObject | undefined;
  /** A variable, or what is given where there is none (`WP_Query::get`). */
  get(name: string, fallback?: unknown): unknown;
  /** Changes a variable; of use in `parse_query` and `pre_get_posts` (`WP_Query::set`). */
  set(name: string, value: unknown): void;
  /** Whether it is the one that the address of the page asks (`WP_Query::is_main_query`). */
  isMainQuery(): boolean;
}
