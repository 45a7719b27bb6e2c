import type { DateQueryClause, MetaQueryClause } from './post-query.js';
import type { Post } from './posts.js';
import type { WpError } from './wp-error.js';
import type { AsyncAnswer } from './async-answer.js';

/** One row of the comments table, under WordPress's column names. Times are `YYYY-MM-DD HH:MM:SS`. */
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
  /** `1` approved, `0` held, `spam`, `trash`, or `post-trashed` with its post. */
  comment_approved: string;
  comment_agent: string;
  comment_type: string;
  comment_parent: number;
  user_id: number;
}

/** What `wpInsertComment`, `wpNewComment` and `wpUpdateComment` take. */
export type CommentInput = Partial<Omit<Comment, 'comment_approved'>> & {
  comment_approved?: string | number;
  comment_meta?: Record<string, unknown>;
};

/** What a visitor sent with the form below a post; texts as they were typed. */
export interface CommentSubmission {
  comment_post_ID?: unknown;
  comment_parent?: unknown;
  author?: unknown;
  email?: unknown;
  url?: unknown;
  comment?: unknown;
  /** A nonce that lets those who may write any HTML do so here. */
  _wp_unfiltered_html_comment?: unknown;
}

/** What `wpSetCommentStatus` can make of a comment. */
export type CommentStatus = 'hold' | 'approve' | 'spam' | 'trash';

/** Which comments to look for, with the names of `WP_Comment_Query`. */
export interface CommentQuery {
  status?: string | readonly string[];
  /** Ids of accounts, or addresses of e-mail, whose held comments are found besides. */
  include_unapproved?: readonly (number | string)[];
  /** Ids of held comments that are found besides. */
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
  /** Where words are looked for; in authors, their addresses and the texts when absent. */
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
  /** With `false` it is counted how many match without paging. */
  no_found_rows?: boolean;
  /** Nothing is read but how many match. */
  count?: boolean;
  /** Pages are of those without a parent, and all answers to them come along. */
  hierarchical?: 'threaded' | 'flat' | false;
}

/** What a query of comments finds. */
export interface CommentQueryResult {
  comments: Comment[];
  ids: number[];
  /** How many match without paging; asked for by `count`, or by `no_found_rows: false`. */
  found: number;
  pages: number;
}

/** How many comments there are in each status (`get_comment_count`). */
export interface CommentCounts {
  approved: number;
  moderated: number;
  spam: number;
  trash: number;
  'post-trashed': number;
  /** Held and approved. */
  all: number;
  /** All but the trash. */
  total_comments: number;
}

/** How comments are laid out, where it is not as the settings say. */
export interface CommentPlacing {
  page?: number;
  per_page?: number;
  max_depth?: number;
  type?: string;
  /** The page to link to, 0 for none. */
  cpage?: number;
}

/** What readers write below posts. @since 0.2.0 */
export interface CommentsApi {
  /** A comment by its id, or null (`get_comment`). */
  getComment(id: number): Promise<Comment | null>;
  /** The comments that a query asks for (`get_comments`). */
  getComments(query?: CommentQuery): Promise<Comment[]>;
  /** As `getComments`, and how many there are in all (`WP_Comment_Query`). */
  queryComments(query: CommentQuery): Promise<CommentQueryResult>;
  /** Stores a comment as it is given, and answers its id; false when it cannot be stored (`wp_insert_comment`). */
  wpInsertComment(input: CommentInput): Promise<number | false>;
  /** Stores a comment that somebody wrote just now, after all checks; false or, with `wpError`, the reason when it is refused (`wp_new_comment`). */
  wpNewComment(input: CommentInput, wpError?: boolean): Promise<number | false | WpError>;
  /** Changes a comment; what is left out stays. 1 when something changed, 0 when nothing did; false or, with `wpError`, the reason when it cannot be (`wp_update_comment`). */
  wpUpdateComment(input: CommentInput & { comment_id: number }, wpError?: boolean): Promise<0 | 1 | false | WpError>;
  /** Puts a comment into the trash, or removes it for good when it is there, is spam, or `force` is set (`wp_delete_comment`). */
  wpDeleteComment(id: number, force?: boolean): Promise<boolean>;
  /** Puts a comment into the trash and remembers its status (`wp_trash_comment`). */
  wpTrashComment(id: number): Promise<boolean>;
  /** Takes a comment out of the trash, as it was before (`wp_untrash_comment`). */
  wpUntrashComment(id: number): Promise<boolean>;
  /** Calls a comment spam and remembers its status (`wp_spam_comment`). */
  wpSpamComment(id: number): Promise<boolean>;
  /** Takes a comment out of spam, as it was before (`wp_unspam_comment`). */
  wpUnspamComment(id: number): Promise<boolean>;
  /** `approved`, `unapproved`, `spam` or `trash`; false when there is no such comment (`wp_get_comment_status`). */
  wpGetCommentStatus(id: number): Promise<string | false>;
  /** Gives a comment a status; false or, with `wpError`, the reason when there is none such (`wp_set_comment_status`). */
  wpSetCommentStatus(id: number, status: string, wpError?: boolean): Promise<boolean | WpError>;
  /** Fires the actions of a change of status (`wp_transition_comment_status`). */
  wpTransitionCommentStatus(newStatus: string, oldStatus: string, comment: Comment): Promise<void>;
  /** The texts of a comment as they are stored (`wp_filter_comment`). */
  wpFilterComment(input: CommentInput): Promise<CommentInput>;
  /** What becomes of a new comment: 1 approved, 0 held, `spam` or `trash`; an error for repeats and floods (`wp_allow_comment`). */
  wpAllowComment(input: CommentInput): Promise<0 | 1 | string | WpError>;
  /** Whether a comment may be shown without anybody having looked at it (`check_comment`). */
  checkComment(
    author: string,
    email: string,
    url: string,
    text: string,
    ip: string,
    agent: string,
    type?: string,
  ): AsyncAnswer;
  /** Whether a comment holds a word that the owner does not allow (`wp_check_comment_disallowed_list`). */
  wpCheckCommentDisallowedList(
    author: string,
    email: string,
    url: string,
    text: string,
    ip: string,
    agent: string,
  ): AsyncAnswer;
  /** An error when a text is longer than its column (`wp_check_comment_data_max_lengths`). */
  wpCheckCommentDataMaxLengths(input: CommentInput): Promise<true | WpError>;
  /** Stores what a visitor sent with the form below a post, or says what is wrong with it (`wp_handle_comment_submission`). */
  wpHandleCommentSubmission(given: CommentSubmission): Promise<Comment | WpError>;
  /** Whether a post takes comments (`comments_open`). */
  commentsOpen(postId: number): AsyncAnswer;
  /** How many approved comments a post has (`get_comments_number`). */
  getCommentsNumber(postId: number): Promise<number>;
  /** Counts a post's approved comments anew (`wp_update_comment_count`). */
  wpUpdateCommentCount(postId: number): Promise<boolean>;
  /** How many comments there are in each status, of one post or of all (`wp_count_comments`). */
  wpCountComments(postId?: number): Promise<CommentCounts>;
  /** The address of a comment on its post's page (`get_comment_link`). */
  getCommentLink(comment: Comment, placing?: CommentPlacing): Promise<string>;
  /** On which page of its post's comments a comment stands, from 1 (`get_page_of_comment`). */
  getPageOfComment(id: number, placing?: CommentPlacing): Promise<number>;
  /** How many pages a post's comments take (`get_comment_pages_count`). */
  getCommentPagesCount(postId: number): Promise<number>;
  /** `comment`, `pingback`, `trackback` or a type of a plugin (`get_comment_type`). */
  getCommentType(comment: Comment): Promise<string>;
  /** Who wrote a comment, `Anonymous` when nobody says so (`get_comment_author`). */
  getCommentAuthor(comment: Comment): Promise<string>;
  /** The address that a commenter gave (`get_comment_author_url`). */
  getCommentAuthorUrl(comment: Comment): Promise<string>;
  /** A comment's text as it is stored, through the filter `get_comment_text` (`get_comment_text`). */
  getCommentText(comment: Comment): Promise<string>;
  /** A comment's text as readers see it: HTML (`comment_text`). */
  commentText(comment: Comment): Promise<string>;
  /** The start of a comment's text, without markup (`get_comment_excerpt`). */
  getCommentExcerpt(comment: Comment): Promise<string>;
  /** The classes of a comment in a list (`get_comment_class`). @param depth from 1 @param index how many came before it */
  getCommentClass(comment: Comment, depth?: number, index?: number): Promise<string[]>;
  /** The address of the picture that stands for whoever wrote a comment (`get_avatar_url`). */
  getCommentAvatarUrl(comment: Comment, size?: number): Promise<string>;
  /** `getMetadata` of a comment (`get_comment_meta`). */
  getCommentMeta(id: number, key?: string, single?: boolean): Promise<unknown>;
  /** `addMetadata` of a comment (`add_comment_meta`). */
  addCommentMeta(id: number, key: string, value: unknown, unique?: boolean): Promise<number | false>;
  /** `updateMetadata` of a comment (`update_comment_meta`). */
  updateCommentMeta(id: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean>;
  /** `deleteMetadata` of a comment (`delete_comment_meta`). */
  deleteCommentMeta(id: number, key: string, value?: unknown): Promise<boolean>;
  /** Moves the comments of a post into the trash with it (`wp_trash_post_comments`). */
  wpTrashPostComments(post: Post): Promise<void>;
  /** Gives the comments of a post that leaves the trash back what they were (`wp_untrash_post_comments`). */
  wpUntrashPostComments(post: Post): Promise<void>;
}

/** Letters about comments, to those who answer for them. @since 0.2.0 */
export interface CommentNotificationsApi {
  /** Writes to the author of a post that somebody commented on it; false when nobody is to be told (`wp_notify_postauthor`). */
  wpNotifyPostauthor(commentId: number): Promise<boolean>;
  /** Writes to those who moderate that a comment waits; false when nobody is to be told (`wp_notify_moderator`). */
  wpNotifyModerator(commentId: number): Promise<boolean>;
}
