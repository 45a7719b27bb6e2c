import type { ConditionalTags } from './conditional-tags.js';
import type { FormValue } from './pages.js';
import type { PostType } from './post-types.js';
import type { Post } from './posts.js';
import type { Term } from './terms.js';
import type { UserWithRoles } from './users.js';
import type { WpQuery } from './wp-query.js';

/**
 * The query of the current page, and redirects. Available from `parse_query` on.
 * @since 0.1.0
 */
export interface MainQueryApi extends ConditionalTags {
  /**
   * Returns the query for the page's URL; undefined on pages rendered by plugins, in commands and in jobs
   * (`$wp_query`).
   */
  mainQuery(): WpQuery | undefined;
  /** Returns a variable of the main query, or the fallback (`get_query_var`). */
  getQueryVar(name: string, fallback?: unknown): unknown;
  /** Returns the entity that the page is about; null for general lists (`get_queried_object`). */
  getQueriedObject(): Post | Term | UserWithRoles | PostType | null;
  /** Returns the ID of the queried object; 0 if it has none (`get_queried_object_id`). */
  getQueriedObjectId(): number;
  /** Whether the page is an admin screen (`is_admin`). It does not imply any permission of the user. */
  isAdmin(): boolean;
  /**
   * Redirects the visitor instead of showing the requested page: in `parse_request`, `wp`, `template_redirect` and page
   * handlers. Return after calling it; any output is discarded (`wp_redirect`).
   * @param location path on this site, or absolute URL of it
   * @param status 301, 302, 303, 307 or 308
   * @throws PlinthError `redirect_refused` if it points to another host
   */
  wpRedirect(location: string, status?: number): void;
  /** As `wpRedirect`, but redirects to the home page if the URL points to another host (`wp_safe_redirect`). */
  wpSafeRedirect(location: string, status?: number): void;
}

/**
 * A page request while it is resolved, as passed to callbacks of `parse_request`, `wp_headers`, `send_headers` and `wp`
 * (WordPress: WP).
 * @since 0.1.0
 */
export interface WpRequest {
  /** Path relative to the site, without leading and trailing slashes. */
  readonly request: string;
  /** Query variables from the path, the query string and the form; callbacks of `parse_request` may change them. */
  queryVars: Record<string, FormValue>;
  /** Path pattern of a page registered by a plugin, such as `/product/:slug/`; empty for content of the site. */
  readonly matchedRule: string;
}
