import type { Post } from './posts.js';
import type { AsyncResult } from './async-result.js';

/**
 * Options for pagination links (`paginate_links`).
 * @since 0.1.0
 */
export interface PaginateLinksArgs {
  /** URL with the placeholder `%#%` for the page number, or `%_%` for `format`. */
  base: string;
  /** Replacement for `%_%` from the second page on; defaults to `?paged=%#%`. */
  format?: string;
  total: number;
  current: number;
  showAll?: boolean;
  /** Number of pages shown at each end; defaults to 1. */
  endSize?: number;
  /** Number of pages shown on each side of the current one; defaults to 2. */
  midSize?: number;
  prevNext?: boolean;
  prevText?: string;
  nextText?: string;
}

/**
 * Template tags for posts (WordPress: post-template.php, link-template.php). They take a post ID, since there is no
 * global post, and return what WordPress's functions print.
 * @since 0.1.0
 */
export interface TemplateTagsApi {
  /**
   * Returns a post's content as HTML for display, or its password form (`get_the_content`, and the filter
   * `the_content`).
   */
  getTheContent(id: number): Promise<string>;
  /** Returns a post's excerpt, or one generated from its content (`get_the_excerpt`). */
  getTheExcerpt(id: number): Promise<string>;
  /** Whether a post has a manual excerpt (`has_excerpt`). */
  hasExcerpt(id: number): AsyncResult;
  /**
   * Returns the publication date, in a PHP date format or that of the settings; empty if the post does not exist
   * (`get_the_date`).
   */
  getTheDate(id: number, format?: string): Promise<string>;
  /** Returns the publication time (`get_the_time`). */
  getTheTime(id: number, format?: string): Promise<string>;
  /** Returns the date of the last modification (`get_the_modified_date`). */
  getTheModifiedDate(id: number, format?: string): Promise<string>;
  /** Returns the time of the last modification (`get_the_modified_time`). */
  getTheModifiedTime(id: number, format?: string): Promise<string>;
  /**
   * Returns the publication time in the site's time zone or in UTC; the default format `U` returns Unix seconds with
   * the time zone's offset added (`get_post_time`).
   */
  getPostTime(id: number, format?: string, gmt?: boolean): Promise<string | number | false>;
  /** As `getPostTime`, for the last modification (`get_post_modified_time`). */
  getPostModifiedTime(id: number, format?: string, gmt?: boolean): Promise<string | number | false>;
  /**
   * Returns the time of publication or modification in Unix seconds (UTC); false if the post does not exist
   * (`get_post_timestamp`).
   */
  getPostTimestamp(id: number, field?: 'date' | 'modified'): Promise<number | false>;
  /** Returns the name of the post's author (`get_the_author`). */
  getTheAuthor(id: number): Promise<string>;
  /**
   * Returns the CSS classes of the post's element (`get_post_class`).
   * @param more additional classes
   */
  getPostClass(id: number, more?: readonly string[]): Promise<string[]>;
  /**
   * Returns links to the post's terms, with text before, between and after them; empty if it has none
   * (`get_the_term_list`).
   */
  getTheTermList(id: number, taxonomy: string, before?: string, between?: string, after?: string): Promise<string>;
  /** Whether the post is sticky (`is_sticky`). */
  isSticky(id: number): AsyncResult;
  /** Returns the URL for editing the post; empty if the current user may not edit it (`get_edit_post_link`). */
  getEditPostLink(id: number): Promise<string>;
  /**
   * Returns the URL that moves the post to the trash, with its nonce; empty if the current user may not delete it
   * (`get_delete_post_link`).
   */
  getDeletePostLink(id: number): Promise<string>;
  /** Returns the URL for editing a term; empty if the current user may not edit it (`get_edit_term_link`). */
  getEditTermLink(termId: number, taxonomy: string): Promise<string>;
  /**
   * Returns the next newer published post of the same type, with `sameTerm` one that shares a term of the taxonomy;
   * null if there is none (`get_next_post`).
   */
  getNextPost(id: number, sameTerm?: boolean, taxonomy?: string): Promise<Post | null>;
  /** As `getNextPost`, for the next older post (`get_previous_post`). */
  getPreviousPost(id: number, sameTerm?: boolean, taxonomy?: string): Promise<Post | null>;
  /** Returns the shortlink of a post; empty if it does not exist (`wp_get_shortlink`). */
  wpGetShortlink(id: number): Promise<string>;
  /**
   * Renders pagination links as HTML; empty for a single page (`paginate_links`). The filter of the same name changes
   * each URL.
   */
  paginateLinks(args: PaginateLinksArgs): Promise<string>;
}
