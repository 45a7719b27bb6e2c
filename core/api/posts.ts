import type { PostQuery } from './post-query.js';
import type { WpError } from './wp-error.js';
import type { AsyncResult } from './async-result.js';

/** A row of the posts table, with WordPress's column names. Times are `YYYY-MM-DD HH:MM:SS`, or null. */
export interface Post {
  id: number;
  post_author: number;
  /** In the site's time zone. */
  post_date: string | null;
  /** UTC; null for a draft without a date. */
  post_date_gmt: string | null;
  post_content: string;
  post_title: string;
  post_excerpt: string;
  post_status: string;
  comment_status: string;
  ping_status: string;
  post_password: string;
  post_name: string;
  post_modified: string | null;
  post_modified_gmt: string | null;
  post_parent: number;
  guid: string;
  menu_order: number;
  post_type: string;
  post_mime_type: string;
  comment_count: number;
}

/** Input of `wpInsertPost` and `wpUpdatePost`. */
export type PostInput = Partial<Omit<Post, 'comment_count'>> & {
  /** ID for a new post, used if it is available. */
  import_id?: number;
  post_category?: number[];
  tags_input?: string[] | string;
  /** Terms by taxonomy: IDs or names. */
  tax_input?: Record<string, (number | string)[]>;
  meta_input?: Record<string, unknown>;
  page_template?: string;
  /** Path of an attachment's file. */
  file?: string;
};

/** One page of query results. */
export interface QueryResult {
  posts: Post[];
  ids: number[];
  /** Number of matches without pagination; 0 on a page beyond the last, as in WordPress. */
  found: number;
  pages: number;
  /** Number of matches without pagination, on any page. */
  total: number;
}

/** @since 0.1.0 */
export interface PostsApi {
  /** Returns a post by its ID, or null (`get_post`). */
  getPost(id: number): Promise<Post | null>;
  /**
   * Returns a column of a post (`get_post_field`); empty if the post does not exist.
   * @param of ID of a post, or a post; missing properties of an object have the values of a new post
   */
  getPostField(field: keyof Post, of: number | Partial<Post>): Promise<string | number>;
  /**
   * Returns a post's status, or that of its parent for inherited statuses; false if the post does not exist
   * (`get_post_status`).
   */
  getPostStatus(id: number): Promise<string | false>;
  /** Returns a post's type; false if the post does not exist (`get_post_type`). */
  getPostType(id: number): Promise<string | false>;
  /** Creates a post and returns its ID. On failure returns 0 or, with `wpError`, the error (`wp_insert_post`). */
  wpInsertPost(input: PostInput, wpError?: boolean, fireAfterHooks?: boolean): Promise<number | WpError>;
  /**
   * Updates a post and returns its ID. Omitted fields stay unchanged, so a new `post_date` requires a new
   * `post_date_gmt`, or null to derive it. On failure returns 0 or, with `wpError`, the error (`wp_update_post`).
   */
  wpUpdatePost(
    input: PostInput & { id: number },
    wpError?: boolean,
    fireAfterHooks?: boolean,
  ): Promise<number | WpError>;
  /**
   * Fires the hooks for a completely saved post (`wp_after_insert_post`). Callers that add terms and metadata after
   * saving call `wpInsertPost` without `fireAfterHooks` and this function afterwards.
   */
  wpAfterInsertPost(post: Post, update: boolean, before: Post | null): Promise<void>;
  /**
   * Moves a post to the trash, or deletes it permanently if it is already there, its type has no trash, or `force` is
   * set (`wp_delete_post`).
   */
  wpDeletePost(id: number, force?: boolean): Promise<Post | false | null>;
  /** Moves a post to the trash and stores its status; false if it is already there (`wp_trash_post`). */
  wpTrashPost(id: number): Promise<Post | false | null>;
  /** Restores a post from the trash as a draft; false if it is not there (`wp_untrash_post`). */
  wpUntrashPost(id: number): Promise<Post | false | null>;
  /** Publishes a post without other changes (`wp_publish_post`). */
  wpPublishPost(id: number): Promise<void>;
  /** Publishes a scheduled post that is due; otherwise schedules it again (`check_and_publish_future_post`). */
  checkAndPublishFuturePost(id: number): Promise<void>;
  /** Fires the actions for a status change (`wp_transition_post_status`). */
  wpTransitionPostStatus(newStatus: string, oldStatus: string, post: Post): Promise<void>;
  /**
   * Returns a slug that is unique for the post type and parent, with a number appended if necessary
   * (`wp_unique_post_slug`).
   */
  wpUniquePostSlug(slug: string, id: number, status: string, type: string, parent: number): Promise<string>;
  /** Returns the parent's ID, 0 if it has none; false if the post does not exist (`wp_get_post_parent_id`). */
  wpGetPostParentId(id: number): Promise<number | false>;
  /** Returns the IDs of the ancestors, starting with the parent (`get_post_ancestors`). */
  getPostAncestors(id: number): Promise<number[]>;
  /** Returns the number of posts of a type by status (`wp_count_posts`). */
  wpCountPosts(type?: string): Promise<Record<string, number>>;
  /** Whether the post's page is public (`is_post_publicly_viewable`). */
  isPostPubliclyViewable(id: number): AsyncResult;
  /** Returns a post's title for display, after the filter `the_title` (`get_the_title`). */
  getTheTitle(id: number): Promise<string>;
  /**
   * Whether the visitor must still enter the post's password (`post_password_required`).
   * @param password password entered by the visitor, as plain text
   */
  postPasswordRequired(id: number, password?: string): AsyncResult;
  /** Returns the password form of a post (`get_the_password_form`). */
  getThePasswordForm(id: number): Promise<string>;

  /**
   * Saves the current state of a post as a revision; undefined if nothing changed since the last one
   * (`wp_save_post_revision`).
   */
  wpSavePostRevision(id: number): Promise<number | WpError | undefined>;
  /** Returns a post's revisions, newest first (`wp_get_post_revisions`). */
  wpGetPostRevisions(id: number): Promise<Post[]>;
  /**
   * Returns the ID of a post's newest revision and the number of revisions; zeros if there are none
   * (`wp_get_latest_revision_id_and_total_count`).
   * @since 0.1.0
   */
  wpGetLatestRevisionIdAndTotalCount(id: number): Promise<{ readonly latestId: number; readonly count: number }>;
  /** Restores a post to a revision; false if there is nothing to restore (`wp_restore_post_revision`). */
  wpRestorePostRevision(revisionId: number): Promise<number | false | null>;
  /** Deletes a revision (`wp_delete_post_revision`). */
  wpDeletePostRevision(revisionId: number): Promise<Post | WpError | false | null>;
  /** Saves unsaved changes as an autosave, one per user, and returns its ID (`wp_create_post_autosave`). */
  wpCreatePostAutosave(input: PostInput & { id: number }): Promise<number | WpError>;
  /** Returns the autosave of a post, optionally of a user; false if there is none (`wp_get_post_autosave`). */
  wpGetPostAutosave(id: number, userId?: number): Promise<Post | false>;
  /** Returns the ID of the post that this is a revision of, or false (`wp_is_post_revision`). */
  wpIsPostRevision(post: Post): number | false;
  /** Returns the ID of the post that this is an autosave of, or false (`wp_is_post_autosave`). */
  wpIsPostAutosave(post: Post): number | false;

  /** Returns the posts that match a query, and the total number of matches (`WP_Query`). */
  queryPosts(query: PostQuery): Promise<QueryResult>;
  /**
   * Returns the posts that match a query; by default the five newest published ones. Returns IDs with `fields: 'ids'`
   * (`get_posts`).
   */
  getPosts(query: PostQuery & { fields: 'ids' }): Promise<number[]>;
  getPosts(query?: PostQuery): Promise<Post[]>;
  /**
   * Returns the pages that match a query, optionally sorted and limited to the descendants of a page; false if the type
   * is not hierarchical (`get_pages`).
   */
  getPages(query?: PostQuery): Promise<Post[] | false>;
  /** Renders pages as an HTML list (`wp_list_pages`). */
  wpListPages(query?: PostQuery): Promise<string>;
  /** Returns the page with a path such as `about/team`, or null (`get_page_by_path`). */
  getPageByPath(path: string, type?: string | string[]): Promise<Post | null>;
  /** Returns the path of a page, including its ancestors; false if the page does not exist (`get_page_uri`). */
  getPageUri(page: number | Post): Promise<string | false>;
}
