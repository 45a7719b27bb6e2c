import type { Post } from './posts.js';
import type { Term } from './terms.js';
import type { WpError } from './wp-error.js';

/** Addresses of what the site holds. @since 0.1.0 */
export interface PermalinksApi {
  /** An address of the public site (`home_url`). */
  homeUrl(path?: string): Promise<string>;
  /** An address of the application, where the login is (`site_url`). */
  siteUrl(path?: string): Promise<string>;
  /** A post's address, or false when there is none. `leaveName` keeps `%postname%` in it (`get_permalink`). */
  getPermalink(id: number | Post, leaveName?: boolean): Promise<string | false>;
  /** A page's address; the home page's is the site's own (`get_page_link`). */
  getPageLink(id: number | Post, leaveName?: boolean): Promise<string>;
  /** The address a draft would have, with `%pagename%` or `%postname%` in it, and what stands there (`get_sample_permalink`). */
  getSamplePermalink(id: number, title?: string | null, name?: string | null): Promise<[string, string]>;
  /** Where an editor sees what is not yet published; null when nobody can see it (`get_preview_post_link`). */
  getPreviewPostLink(id: number, queryArgs?: Record<string, string>): Promise<string | null>;
  /** The address of a term's archive; a text is a slug of the taxonomy (`get_term_link`). */
  getTermLink(term: Term | number | string, taxonomy?: string): Promise<string | WpError>;
  /** The address of an author's archive (`get_author_posts_url`). */
  getAuthorPostsUrl(userId: number, nicename?: string): Promise<string>;
  /** The address of a year's archive (`get_year_link`). */
  getYearLink(year: number): Promise<string>;
  /** The address of a month's archive (`get_month_link`). */
  getMonthLink(year: number, month: number): Promise<string>;
  /** The address of a day's archive (`get_day_link`). */
  getDayLink(year: number, month: number, day: number): Promise<string>;
  /** The address of a post type's archive, or false when it has none (`get_post_type_archive_link`). */
  getPostTypeArchiveLink(type: string): Promise<string | false>;
  /** The post at an address of this site, or 0 (`url_to_postid`). */
  urlToPostid(url: string): Promise<number>;
  /** Query variables of a request path, or null when no rule matches (`WP::parse_request`). */
  parsePath(path: string): Promise<Record<string, string> | null>;
  /** The variables of an address that choose what is shown; any other leaves a page what it is (`WP::$public_query_vars`). */
  publicQueryVars(): string[];
}
