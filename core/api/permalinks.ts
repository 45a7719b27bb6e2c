import type { Post } from './posts.js';
import type { Term } from './terms.js';
import type { WpError } from './wp-error.js';

/**
 * URLs of the site's content.
 * @since 0.1.0
 */
export interface PermalinksApi {
  /** Returns a URL of the public site (`home_url`). */
  homeUrl(path?: string): Promise<string>;
  /** Returns a URL of the application, where the login page is (`site_url`). */
  siteUrl(path?: string): Promise<string>;
  /**
   * Returns the permalink of a post, or false if it does not exist. `leaveName` leaves the placeholder `%postname%` in
   * it (`get_permalink`).
   */
  getPermalink(id: number | Post, leaveName?: boolean): Promise<string | false>;
  /** Returns the permalink of a page; that of the home page is the site's URL (`get_page_link`). */
  getPageLink(id: number | Post, leaveName?: boolean): Promise<string>;
  /**
   * Returns the permalink a draft would have, with the placeholder `%pagename%` or `%postname%`, and the slug to insert
   * (`get_sample_permalink`).
   */
  getSamplePermalink(id: number, title?: string | null, name?: string | null): Promise<[string, string]>;
  /**
   * Returns the preview URL of unpublished content for editors; null if the post does not exist, empty if its type has
   * no public pages (`get_preview_post_link`).
   */
  getPreviewPostLink(id: number, queryArgs?: Record<string, string>): Promise<string | null>;
  /** Returns the URL of a term archive; a string is a slug in the taxonomy (`get_term_link`). */
  getTermLink(term: Term | number | string, taxonomy?: string): Promise<string | WpError>;
  /** Returns the URL of an author archive (`get_author_posts_url`). */
  getAuthorPostsUrl(userId: number, nicename?: string): Promise<string>;
  /** Returns the URL of a year archive (`get_year_link`). */
  getYearLink(year: number): Promise<string>;
  /** Returns the URL of a month archive (`get_month_link`). */
  getMonthLink(year: number, month: number): Promise<string>;
  /** Returns the URL of a day archive (`get_day_link`). */
  getDayLink(year: number, month: number, day: number): Promise<string>;
  /** Returns the URL of a post type archive, or false if it has none (`get_post_type_archive_link`). */
  getPostTypeArchiveLink(type: string): Promise<string | false>;
  /** Returns the ID of the post at a URL of this site, or 0 (`url_to_postid`). */
  urlToPostid(url: string): Promise<number>;
  /** Returns the query variables of a request path, or null if no rule matches (`WP::parse_request`). */
  parsePath(path: string): Promise<Record<string, string> | null>;
  /**
   * Returns the query variables that select the displayed content; all others do not change the page
   * (`WP::$public_query_vars`).
   */
  publicQueryVars(): string[];
}
