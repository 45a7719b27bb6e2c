import type { FormValue } from './pages.js';

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
