import type { PostQuery } from './post-query.js';
import type { WpError } from './wp-error.js';
import type { AsyncAnswer } from './async-answer.js';

/** One row of the posts table, under WordPress's column names. Times are `YYYY-MM-DD HH:MM:SS`, null for none. */
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

/** What `wpInsertPost` and `wpUpdatePost` take. */
export type PostInput = Partial<Omit<Post, 'comment_count'>> & {
  /** The id a new post should get if it is free. */
  import_id?: number;
  post_category?: number[];
  tags_input?: string[] | string;
  /** Terms by taxonomy: ids, or names. */
  tax_input?: Record<string, (number | string)[]>;
  meta_input?: Record<string, unknown>;
  page_template?: string;
  /** Where the file of an attachment lies. */
  file?: string;
};

/** One page of posts. */
export interface QueryResult {
  posts: Post[];
  ids: number[];
  /** How many match without paging; 0 on a page beyond the last, as in WordPress. */
  found: number;
  pages: number;
  /** How many match without paging, whichever page was asked for. */
  total: number;
}

/** @since 0.1.0 */
export interface PostsApi {
  /** A post by its id, or null (`get_post`). */
  getPost(id: number): Promise<Post | null>;
  /**
   * One column of a post (`get_post_field`); empty when there is no such post.
   * @param of its id, or the post itself; what an object lacks is as in a post that nobody wrote yet
   */
  getPostField(field: keyof Post, of: number | Partial<Post>): Promise<string | number>;
  /** A post's status, that of its parent for what inherits; false when there is no such post (`get_post_status`). */
  getPostStatus(id: number): Promise<string | false>;
  /** A post's type; false when there is no such post (`get_post_type`). */
  getPostType(id: number): Promise<string | false>;
  /** Creates a post and answers its id. What cannot be stored is 0, or with `wpError` the reason (`wp_insert_post`). */
  wpInsertPost(input: PostInput, wpError?: boolean, fireAfterHooks?: boolean): Promise<number | WpError>;
  /** Changes a post and answers its id; what is left out stays, so that a new `post_date` wants a new `post_date_gmt`, or null for one that follows. What cannot be stored is 0, or with `wpError` the reason (`wp_update_post`). */
  wpUpdatePost(
    input: PostInput & { id: number },
    wpError?: boolean,
    fireAfterHooks?: boolean,
  ): Promise<number | WpError>;
  /** Says that a post is written with all that belongs to it; whoever adds terms and metadata first asks `wpInsertPost` without `fireAfterHooks` to leave it to them (`wp_after_insert_post`). */
  wpAfterInsertPost(post: Post, update: boolean, before: Post | null): Promise<void>;
  /** Puts a post into the trash, or removes it for good when it is there, has none, or `force` is set (`wp_delete_post`). */
  wpDeletePost(id: number, force?: boolean): Promise<Post | false | null>;
  /** Puts a post into the trash and remembers its status; false when it is there (`wp_trash_post`). */
  wpTrashPost(id: number): Promise<Post | false | null>;
  /** Takes a post out of the trash, as a draft; false when it is not there (`wp_untrash_post`). */
  wpUntrashPost(id: number): Promise<Post | false | null>;
  /** Publishes a post as it is (`wp_publish_post`). */
  wpPublishPost(id: number): Promise<void>;
  /** Publishes what is scheduled for now or earlier, and plans the rest again. */
  checkAndPublishFuturePost(id: number): Promise<void>;
  /** Fires the actions of a change of status (`wp_transition_post_status`). */
  wpTransitionPostStatus(newStatus: string, oldStatus: string, post: Post): Promise<void>;
  /** A slug that no other post of its kind and parent has, with a number behind it where needed (`wp_unique_post_slug`). */
  wpUniquePostSlug(slug: string, id: number, status: string, type: string, parent: number): Promise<string>;
  /** The parent's id, 0 for none; false when there is no such post (`wp_get_post_parent_id`). */
  wpGetPostParentId(id: number): Promise<number | false>;
  /** The ids of the parents, the nearest first (`get_post_ancestors`). */
  getPostAncestors(id: number): Promise<number[]>;
  /** How many posts of a type there are in each status (`wp_count_posts`). */
  wpCountPosts(type?: string): Promise<Record<string, number>>;
  /** Whether visitors may see the post's page (`is_post_publicly_viewable`). */
  isPostPubliclyViewable(id: number): AsyncAnswer;
  /** A post's title as it is shown, through the filter `the_title` (`get_the_title`). */
  getTheTitle(id: number): Promise<string>;
  /** @param given passwords the visitor has entered, as plain text */
  postPasswordRequired(id: number, given?: string): AsyncAnswer;
  /** The form that asks for a post's password (`get_the_password_form`). */
  getThePasswordForm(id: number): Promise<string>;

  /** Keeps the post as it is now; undefined when nothing changed since the last revision (`wp_save_post_revision`). */
  wpSavePostRevision(id: number): Promise<number | WpError | undefined>;
  /** A post's revisions, the newest first (`wp_get_post_revisions`). */
  wpGetPostRevisions(id: number): Promise<Post[]>;
  /**
   * The newest revision of a post and how many there are; zeros when none are kept (`wp_get_latest_revision_id_and_total_count`).
   * @since 0.1.0
   */
  wpGetLatestRevisionIdAndTotalCount(id: number): Promise<{ readonly latestId: number; readonly count: number }>;
  /** Gives a post the text of a revision; false when there is nothing to restore (`wp_restore_post_revision`). */
  wpRestorePostRevision(revisionId: number): Promise<number | false | null>;
  /** Removes a revision (`wp_delete_post_revision`). */
  wpDeletePostRevision(revisionId: number): Promise<Post | WpError | false | null>;
  /** Keeps what is being written, one for each user, and answers its id (`wp_create_post_autosave`). */
  wpCreatePostAutosave(input: PostInput & { id: number }): Promise<number | WpError>;
  /** What was being written, by a user when given; false when there is none (`wp_get_post_autosave`). */
  wpGetPostAutosave(id: number, userId?: number): Promise<Post | false>;
  /** The id of the post this is a revision of, or false (`wp_is_post_revision`). */
  wpIsPostRevision(post: Post): number | false;
  /** The id of the post this is an autosave of, or false (`wp_is_post_autosave`). */
  wpIsPostAutosave(post: Post): number | false;

  /** The posts a query asks for, and how many there are in all (`WP_Query`). */
  queryPosts(query: PostQuery): Promise<QueryResult>;
  /** The posts a query asks for: five published ones, the newest first, unless it says otherwise; their ids with `fields: 'ids'` (`get_posts`). */
  getPosts(query: PostQuery & { fields: 'ids' }): Promise<number[]>;
  getPosts(query?: PostQuery): Promise<Post[]>;
  /** The pages a query asks for, sorted and below one page when asked for; false when the type has no parents (`get_pages`). */
  getPages(query?: PostQuery): Promise<Post[] | false>;
  /** Pages as an HTML list (`wp_list_pages`). */
  wpListPages(query?: PostQuery): Promise<string>;
  /** The page at a path such as `about/team`, or null (`get_page_by_path`). */
  getPageByPath(path: string, type?: string | string[]): Promise<Post | null>;
  /** A page's path, with its parents'; false when there is no such page (`get_page_uri`). */
  getPageUri(page: number | Post): Promise<string | false>;
}
