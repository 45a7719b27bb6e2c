import type { Post } from './posts.js';
import type { AsyncAnswer } from './async-answer.js';

/** How links to the pages of a list are written (`paginate_links`). @since 0.2.0 */
export interface PaginateLinksArgs {
  /** The address, `%#%` for the number, or `%_%` for `format`. */
  base: string;
  /** What stands for `%_%` from the second page on; `?paged=%#%` when absent. */
  format?: string;
  total: number;
  current: number;
  showAll?: boolean;
  /** How many stand at either end; 1 when absent. */
  endSize?: number;
  /** How many stand beside the current one; 2 when absent. */
  midSize?: number;
  prevNext?: boolean;
  prevText?: string;
  nextText?: string;
}

/**
 * What templates print of a post (WordPress: post-template.php, link-template.php). They take the post's id, since no global post is set
 * up, and hand back what WordPress's print.
 * @since 0.2.0
 */
export interface TemplateTagsApi {
  /** A post's text as readers see it: HTML, or the form for its password (`get_the_content`, and the filter `the_content`). */
  getTheContent(id: number): Promise<string>;
  /** Its excerpt, its own or made from its text (`get_the_excerpt`). */
  getTheExcerpt(id: number): Promise<string>;
  /** Whether it has an excerpt of its own (`has_excerpt`). */
  hasExcerpt(id: number): AsyncAnswer;
  /** The day it was published, in PHP's letters or the owner's form; empty when there is no such post (`get_the_date`). */
  getTheDate(id: number, format?: string): Promise<string>;
  /** The time it was published (`get_the_time`). */
  getTheTime(id: number, format?: string): Promise<string>;
  /** The day it was changed last (`get_the_modified_date`). */
  getTheModifiedDate(id: number, format?: string): Promise<string>;
  /** The time it was changed last (`get_the_modified_time`). */
  getTheModifiedTime(id: number, format?: string): Promise<string>;
  /** When it was published, in the site's zone or in UTC; `U`, which stands when no format is given, for seconds with the zone's offset (`get_post_time`). */
  getPostTime(id: number, format?: string, gmt?: boolean): Promise<string | number | false>;
  /** When it was changed last, likewise (`get_post_modified_time`). */
  getPostModifiedTime(id: number, format?: string, gmt?: boolean): Promise<string | number | false>;
  /** When it was published, or changed: seconds, UTC; false when there is no such post (`get_post_timestamp`). */
  getPostTimestamp(id: number, field?: 'date' | 'modified'): Promise<number | false>;
  /** The name of whoever wrote it (`get_the_author`). */
  getTheAuthor(id: number): Promise<string>;
  /** The classes of the element around it (`get_post_class`). @param more others besides */
  getPostClass(id: number, more?: readonly string[]): Promise<string[]>;
  /** Links to its terms, between two texts; empty when it has none (`get_the_term_list`). */
  getTheTermList(id: number, taxonomy: string, before?: string, between?: string, after?: string): Promise<string>;
  /** Whether it stays at the top of the list of posts (`is_sticky`). */
  isSticky(id: number): AsyncAnswer;
  /** Where whoever asks may edit it; empty for who may not (`get_edit_post_link`). */
  getEditPostLink(id: number): Promise<string>;
  /** The address that puts it into the trash, with its nonce; empty for who may not (`get_delete_post_link`). */
  getDeletePostLink(id: number): Promise<string>;
  /** Where whoever asks may edit a term; empty for who may not (`get_edit_term_link`). */
  getEditTermLink(termId: number, taxonomy: string): Promise<string>;
  /** The next newer published post of its type; with `sameTerm`, that shares a term of the taxonomy; null when there is none (`get_next_post`). */
  getNextPost(id: number, sameTerm?: boolean, taxonomy?: string): Promise<Post | null>;
  /** The next older one, likewise (`get_previous_post`). */
  getPreviousPost(id: number, sameTerm?: boolean, taxonomy?: string): Promise<Post | null>;
  /** A short address that leads to it; empty when there is no such post (`wp_get_shortlink`). */
  wpGetShortlink(id: number): Promise<string>;
  /** Links to the pages of a list, as HTML; empty of one page (`paginate_links`). The filter of the same name changes each address. */
  paginateLinks(args: PaginateLinksArgs): Promise<string>;
}
