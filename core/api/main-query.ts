import type { ConditionalTags } from './conditional-tags.js';
import type { FormValue } from './pages.js';
import type { PostType } from './post-types.js';
import type { Post } from './posts.js';
import type { Term } from './terms.js';
import type { UserWithRoles } from './users.js';
import type { WpQuery } from './wp-query.js';

/** What the page is about that is being made, and answers in its place. Of use from `parse_query` on. @since 0.2.0 */
export interface MainQueryApi extends ConditionalTags {
  /** The query that the address of the page asks; undefined on pages that plugins answer, in commands and in jobs (`$wp_query`). */
  mainQuery(): WpQuery | undefined;
  /** A variable of it, or what is given where there is none (`get_query_var`). */
  getQueryVar(name: string, fallback?: unknown): unknown;
  /** The one thing that the page is about; null for lists of everything (`get_queried_object`). */
  getQueriedObject(): Post | Term | UserWithRoles | PostType | null;
  /** Its id; 0 for what has none (`get_queried_object_id`). */
  getQueriedObjectId(): number;
  /** Whether the page is a screen of the admin (`is_admin`). It says nothing of who asks. */
  isAdmin(): boolean;
  /**
   * Sends the visitor elsewhere in place of the page that was asked for: in `parse_request`, `wp`, `template_redirect` and whatever makes the page.
   * Return after it; what is made all the same is thrown away (`wp_redirect`).
   * @param location a path of this site, or its complete address
   * @param status 301, 302, 303, 307 or 308
   * @throws PlinthError `redirect_refused` when it leads to another host
   */
  wpRedirect(location: string, status?: number): void;
  /** As `wpRedirect`; where the address leads to another host, the visitor goes to the home page (`wp_safe_redirect`). */
  wpSafeRedirect(location: string, status?: number): void;
}

/**
 * A request of a page while the host finds out what it asks for: what callbacks of `parse_request`, `wp_headers`, `send_headers` and `wp` get (WordPress: WP).
 * @since 0.1.0
 */
export interface WpRequest {
  /** The path below the site, without slashes at its ends. */
  readonly request: string;
  /** What the path, the query string and a form say about the content that is wanted; callbacks of `parse_request` may change it. */
  queryVars: Record<string, FormValue>;
  /** The address of a page that a plugin registered, as `/product/:slug/`; empty where the site's content answers. */
  readonly matchedRule: string;
}
