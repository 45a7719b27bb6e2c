import type { Post } from './posts.js';
import type { Term } from './terms.js';
import type { WpError } from './wp-error.js';

/** Addresses of what the site holds. @since 0.1.0 */
export interface PermalinksApi {
  homeUrl(path?: string): Promise<string>;
  siteUrl(path?: string): Promise<string>;
  getPermalink(id: number | Post, leaveName?: boolean): Promise<string | false>;
  getPageLink(id: number | Post, leaveName?: boolean): Promise<string>;
  getSamplePermalink(id: number, title?: string | null, name?: string | null): Promise<[string, string]>;
  getPreviewPostLink(id: number, queryArgs?: Record<string, string>): Promise<string | null>;
  getTermLink(term: Term | number, taxonomy?: string): Promise<string | WpError>;
  getAuthorPostsUrl(userId: number, nicename?: string): Promise<string>;
  getYearLink(year: number): Promise<string>;
  getMonthLink(year: number, month: number): Promise<string>;
  getDayLink(year: number, month: number, day: number): Promise<string>;
  getPostTypeArchiveLink(type: string): Promise<string | false>;
  /** The post at an address of this site, or 0 (`url_to_postid`). */
  urlToPostid(url: string): Promise<number>;
  /** Query variables of a request path, or null when no rule matches (`WP::parse_request`). */
  parsePath(path: string): Promise<Record<string, string> | null>;
}
