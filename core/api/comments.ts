import type { DateQueryClause, MetaQueryClause } from './post-query.js';
import type { Post } from './posts.js';
import type { WpError } from './wp-error.js';
import type { AsyncResult } from './async-result.js';

/** A row of the comments table, with WordPress's column names. Times are `YYYY-MM-DD HH:MM:SS`. */
export interface Comment {
  comment_id: number;
  comment_post_id: number;
  comment_author: string;
  comment_author_email: string;
  comment_author_url: string;
  comment_author_ip: string;
  /** In the site's time zone. */
  comment_date: string;
  /** UTC. */
  comment_date_gmt: string;
  comment_content: string;
  comment_karma: number;
  /** `1` approved, `0` pending, `spam`, `trash`, or `post-trashed` if trashed with its post. */
  comment_approved: string;
  comment_agent: string;
  comment_type: string;
  comment_parent: number;
  user_id: number;
}

/** Input of `wpInsertComment`, `wpNewComment` and `wpUpdateComment`. */
export type CommentInput = Partial<Omit<Comment, 'comment_approved'>> & {
  comment_approved?: string | number;
  comment_meta?: Record<string, unknown>;
};

/** Fields of a submitted comment form, unmodified. */
export interface CommentSubmission {
  comment_post_ID?: unknown;
  comment_parent?: unknown;
  author?: unknown;
  email?: unknown;
  url?: unknown;
  comment?: unknown;
  /** Nonce that allows unfiltered HTML for users with that capability. */
  _wp_unfiltered_html_comment?: unknown;
}

/** Statuses accepted by `wpSetCommentStatus`. */
export type CommentStatus = 'hold' | 'approve' | 'spam' | 'trash';

/** Query arguments for comments, with the names of `WP_Comment_Query`. */
export interface CommentQuery {
  status?: string | readonly string[];
  /** User IDs or email addresses whose pending comments are included. */
  include_unapproved?: readonly (number | string)[];
  /** IDs of pending comments to include. */
  include_held?: readonly number[];
  type?: string | readonly string[];
  type__in?: readonly string[];
  type__not_in?: readonly string[];
  comment__in?: readonly number[];
  comment__not_in?: readonly number[];
  author__in?: readonly number[];
  author__not_in?: readonly number[];
  author_email?: string;
  author_url?: string;
  user_id?: number;
  karma?: number;
  parent?: number;
  parent__in?: readonly number[];
  parent__not_in?: readonly number[];
  post_id?: number;
  post__in?: readonly number[];
  post__not_in?: readonly number[];
  post_author?: number;
  post_author__in?: readonly number[];
  post_author__not_in?: readonly number[];
  post_name?: string;
  post_parent?: number;
  post_status?: string | readonly string[];
  post_type?: string | readonly string[];
  search?: string;
  /** Columns to search; defaults to the author, the author's addresses and the comment text. */
  search_columns?: readonly (keyof Comment)[];
  date_query?: DateQueryClause | readonly DateQueryClause[];
  meta_key?: string;
  meta_value?: unknown;
  meta_query?: readonly MetaQueryClause[];
  orderby?: string;
  order?: string;
  number?: number;
  offset?: number;
  paged?: number;
  /** `false` counts the total number of matches. */
  no_found_rows?: boolean;
  /** Whether to return only the number of matches. */
  count?: boolean;
  /** Paginates top-level comments only and includes all their replies. */
  hierarchical?: 'threaded' | 'flat' | false;
}

/** Result of a comment query. */
export interface CommentQueryResult {
  comments: Comment[];
  ids: number[];
  /** Total number of matches without pagination; only set with `count` or `no_found_rows: false`. */
  found: number;
  pages: number;
}

/** Number of comments by status (`get_comment_count`). */
export interface CommentCounts {
  approved: number;
  moderated: number;
  spam: number;
  trash: number;
  'post-trashed': number;
  /** Pending and approved comments. */
  all: number;
  /** All comments except the trash. */
  total_comments: number;
}

/** Comment pagination options that override the settings. */
export interface CommentPageOptions {
  page?: number;
  per_page?: number;
  max_depth?: number;
  type?: string;
  /** Comment page to link to; 0 for none. */
  cpage?: number;
}

/**
 * Comments on posts.
 * @since 0.1.0
 */
export interface CommentsApi {
  /** Returns a comment by its ID, or null (`get_comment`). */
  getComment(id: number): Promise<Comment | null>;
  /** Returns the comments that match a query (`get_comments`). */
  getComments(query?: CommentQuery): Promise<Comment[]>;
  /** As `getComments`, with the total number of matches (`WP_Comment_Query`). */
  queryComments(query: CommentQuery): Promise<CommentQueryResult>;
  /** Stores a comment without checks and returns its ID; false if it cannot be stored (`wp_insert_comment`). */
  wpInsertComment(input: CommentInput): Promise<number | false>;
  /**
   * Stores a newly submitted comment after all checks. If it is rejected, returns false or, with `wpError`, the error
   * (`wp_new_comment`).
   */
  wpNewComment(input: CommentInput, wpError?: boolean): Promise<number | false | WpError>;
  /**
   * Updates a comment; omitted fields stay unchanged. Returns 1 if something changed, 0 if not; on failure false or,
   * with `wpError`, the error (`wp_update_comment`).
   */
  wpUpdateComment(input: CommentInput & { comment_id: number }, wpError?: boolean): Promise<0 | 1 | false | WpError>;
  /**
   * Moves a comment to the trash, or deletes it permanently if it is already there, is spam, or `force` is set
   * (`wp_delete_comment`).
   */
  wpDeleteComment(id: number, force?: boolean): Promise<boolean>;
  /** Moves a comment to the trash and stores its previous status (`wp_trash_comment`). */
  wpTrashComment(id: number): Promise<boolean>;
  /** Restores a comment from the trash with its previous status (`wp_untrash_comment`). */
  wpUntrashComment(id: number): Promise<boolean>;
  /** Marks a comment as spam and stores its previous status (`wp_spam_comment`). */
  wpSpamComment(id: number): Promise<boolean>;
  /** Restores a comment from spam with its previous status (`wp_unspam_comment`). */
  wpUnspamComment(id: number): Promise<boolean>;
  /**
   * Returns `approved`, `unapproved`, `spam` or `trash`; false if the comment does not exist (`wp_get_comment_status`).
   */
  wpGetCommentStatus(id: number): Promise<string | false>;
  /**
   * Sets the status of a comment. If the comment or status does not exist, returns false or, with `wpError`, the error
   * (`wp_set_comment_status`).
   */
  wpSetCommentStatus(id: number, status: string, wpError?: boolean): Promise<boolean | WpError>;
  /** Fires the actions for a status change (`wp_transition_comment_status`). */
  wpTransitionCommentStatus(newStatus: string, oldStatus: string, comment: Comment): Promise<void>;
  /** Applies the filters that run before a comment is stored (`wp_filter_comment`). */
  wpFilterComment(input: CommentInput): Promise<CommentInput>;
  /**
   * Returns the initial status of a new comment: 1 approved, 0 pending, `spam` or `trash`; an error for duplicates and
   * comment floods (`wp_allow_comment`).
   */
  wpAllowComment(input: CommentInput): Promise<0 | 1 | string | WpError>;
  /** Whether a comment may be published without moderation (`check_comment`). */
  checkComment(
    author: string,
    email: string,
    url: string,
    text: string,
    ip: string,
    agent: string,
    type?: string,
  ): AsyncResult;
  /** Whether a comment contains a disallowed word (`wp_check_comment_disallowed_list`). */
  wpCheckCommentDisallowedList(
    author: string,
    email: string,
    url: string,
    text: string,
    ip: string,
    agent: string,
  ): AsyncResult;
  /** Returns an error if a value is longer than its column (`wp_check_comment_data_max_lengths`). */
  wpCheckCommentDataMaxLengths(input: CommentInput): Promise<true | WpError>;
  /** Stores a comment submitted with the comment form, or returns the error (`wp_handle_comment_submission`). */
  wpHandleCommentSubmission(commentData: CommentSubmission): Promise<Comment | WpError>;
  /** Whether a post accepts comments (`comments_open`). */
  commentsOpen(postId: number): AsyncResult;
  /** Returns the number of approved comments of a post (`get_comments_number`). */
  getCommentsNumber(postId: number): Promise<number>;
  /** Recounts a post's approved comments (`wp_update_comment_count`). */
  wpUpdateCommentCount(postId: number): Promise<boolean>;
  /** Returns the number of comments by status, of one post or of all (`wp_count_comments`). */
  wpCountComments(postId?: number): Promise<CommentCounts>;
  /** Returns the URL of a comment on its post's page (`get_comment_link`). */
  getCommentLink(comment: Comment, options?: CommentPageOptions): Promise<string>;
  /** Returns the number of the comment page that contains a comment, starting at 1 (`get_page_of_comment`). */
  getPageOfComment(id: number, options?: CommentPageOptions): Promise<number>;
  /** Returns the number of comment pages of a post (`get_comment_pages_count`). */
  getCommentPagesCount(postId: number): Promise<number>;
  /** Returns `comment`, `pingback`, `trackback` or a plugin's type (`get_comment_type`). */
  getCommentType(comment: Comment): Promise<string>;
  /** Returns the author's name, `Anonymous` if there is none (`get_comment_author`). */
  getCommentAuthor(comment: Comment): Promise<string>;
  /** Returns the URL entered by the comment author (`get_comment_author_url`). */
  getCommentAuthorUrl(comment: Comment): Promise<string>;
  /** Returns the stored text of a comment after the filter `get_comment_text` (`get_comment_text`). */
  getCommentText(comment: Comment): Promise<string>;
  /** Returns the text of a comment as HTML for display (`comment_text`). */
  commentText(comment: Comment): Promise<string>;
  /** Returns the beginning of a comment's text, without markup (`get_comment_excerpt`). */
  getCommentExcerpt(comment: Comment): Promise<string>;
  /**
   * Returns the CSS classes of a comment in a list (`get_comment_class`).
   * @param depth from 1
   * @param index number of comments before it
   */
  getCommentClass(comment: Comment, depth?: number, index?: number): Promise<string[]>;
  /** Returns the URL of the comment author's avatar (`get_avatar_url`). */
  getCommentAvatarUrl(comment: Comment, size?: number): Promise<string>;
  /** As `getMetadata`, for a comment (`get_comment_meta`). */
  getCommentMeta(id: number, key?: string, single?: boolean): Promise<unknown>;
  /** As `addMetadata`, for a comment (`add_comment_meta`). */
  addCommentMeta(id: number, key: string, value: unknown, unique?: boolean): Promise<number | false>;
  /** As `updateMetadata`, for a comment (`update_comment_meta`). */
  updateCommentMeta(id: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean>;
  /** As `deleteMetadata`, for a comment (`delete_comment_meta`). */
  deleteCommentMeta(id: number, key: string, value?: unknown): Promise<boolean>;
  /** Moves the comments of a post to the trash with the post (`wp_trash_post_comments`). */
  wpTrashPostComments(post: Post): Promise<void>;
  /** Restores the previous status of comments when their post leaves the trash (`wp_untrash_post_comments`). */
  wpUntrashPostComments(post: Post): Promise<void>;
}

/**
 * Email notifications about comments.
 * @since 0.1.0
 */
export interface CommentNotificationsApi {
  /**
   * Notifies the author of a post about a comment by email; false if there is no recipient (`wp_notify_postauthor`).
   */
  wpNotifyPostauthor(commentId: number): Promise<boolean>;
  /** Notifies moderators about a pending comment by email; false if there is no recipient (`wp_notify_moderator`). */
  wpNotifyModerator(commentId: number): Promise<boolean>;
}
