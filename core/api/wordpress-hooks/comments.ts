import type { Comment, CommentCounts, CommentInput, CommentPageOptions, CommentQuery } from '../comments.js';
import type { Post } from '../posts.js';
import type { UserWithRoles } from '../users.js';
import type { WpError } from '../wp-error.js';
import type {
  AvatarArgs,
  AvatarSubject,
  CommentFormTexts,
  CommentReplyArgs,
  Commenter,
  PrintedLines,
} from './values.js';

/** WordPress's hooks of comments, comment forms, notification emails and avatars, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    allow_empty_comment: (allow: boolean, comment: CommentInput) => boolean;
    close_comments_for_post_types: (postTypes: string[]) => string[];
    comment_author_rss: (text: string) => string;
    comment_class: (
      classes: string[],
      extraClasses: readonly string[],
      commentId: number,
      comment: Comment,
      postId: number,
    ) => string[];
    comment_cookie_lifetime: (seconds: number) => number;
    comment_duplicate_message: (text: string) => string;
    comment_excerpt_length: (wordCount: number) => number;
    comment_flood_filter: (blocked: boolean, lastTime: number, newTime: number) => boolean;
    comment_flood_message: (text: string) => string;
    comment_form_default_fields: (fields: Record<string, string>) => Record<string, string>;
    comment_form_defaults: (defaults: CommentFormTexts) => CommentFormTexts;
    comment_form_field_comment: (html: string) => string;
    comment_form_fields: (fields: Record<string, string>) => Record<string, string>;
    comment_form_logged_in: (html: string, commenter: Commenter, userName: string) => string;
    comment_form_submit_button: (html: string, texts: CommentFormTexts) => string;
    comment_form_submit_field: (html: string, texts: CommentFormTexts) => string;
    comment_id_fields: (html: string, postId: number, replyToId: number) => string;
    comment_link: (url: string) => string;
    comment_max_links_url: (count: number, url: string, text: string) => number;
    comment_moderation_recipients: (emails: string[], commentId: number) => string[];
    comment_moderation_subject: (text: string, commentId: number) => string;
    comment_moderation_text: (text: string, commentId: number) => string;
    comment_notification_notify_author: (notify: boolean, commentId: number) => boolean;
    comment_notification_recipients: (emails: string[], commentId: number) => string[];
    comment_notification_subject: (text: string, commentId: number) => string;
    comment_notification_text: (text: string, commentId: number) => string;
    comment_post_redirect: (url: string, comment: Comment) => string;
    comment_reply_link: (html: string, args: CommentReplyArgs, comment: Comment, post: Post) => string;
    comment_reply_link_args: (args: CommentReplyArgs, comment: Comment, post: Post) => CommentReplyArgs;
    comment_text: (text: string, comment: Comment | null, args: Readonly<Record<string, unknown>>) => string;
    comment_text_rss: (text: string) => string;
    comments_array: (found: Comment[], postId: number) => Comment[];
    comments_open: (open: boolean, postId: number) => boolean;
    comments_pre_query: (comments: Comment[] | number | null, query: CommentQuery) => Comment[] | number | null;
    comments_template: (file: string) => string;
    comments_template_query_args: (args: CommentQuery) => CommentQuery;
    duplicate_comment_id: (duplicateId: number | null, comment: CommentInput) => number | null;
    get_avatar_data: (args: Partial<AvatarArgs>, subject: AvatarSubject) => Partial<AvatarArgs>;
    get_avatar_url: (url: string | null, subject: AvatarSubject, args: Partial<AvatarArgs>) => string | null;
    get_comment: (comment: Comment) => Comment;
    get_comment_author: (name: string, commentId: number, comment: Comment) => string;
    get_comment_author_link: (html: string, name: string, commentId: number) => string;
    get_comment_author_url: (url: string, commentId: number, comment: Comment) => string;
    get_comment_date: (date: string, format: string, comment: Comment) => string;
    get_comment_excerpt: (excerpt: string, commentId: number, comment: Comment) => string;
    get_comment_guid: (url: string) => string;
    get_comment_link: (url: string, comment: Comment, args: CommentPageOptions, page: number) => string;
    get_comment_text: (text: string, comment: Comment, args: Readonly<Record<string, unknown>>) => string;
    get_comment_time: (time: string, format: string, gmt: boolean, translate: boolean, comment: Comment) => string;
    get_comment_type: (type: string, commentId: number, comment: Comment) => string;
    get_comments_number: (count: number, postId: number) => number;
    get_edit_comment_link: (url: string, commentId: number, context: string) => string;
    get_page_of_comment: (
      page: number,
      args: CommentPageOptions,
      originalArgs: CommentPageOptions,
      commentId: number,
    ) => number;
    notify_moderator: (notify: boolean, commentId: number) => boolean;
    notify_post_author: (notify: boolean, commentId: number) => boolean;
    pre_comment_approved: (approved: 0 | 1 | string, comment: CommentInput) => 0 | 1 | string;
    pre_comment_author_email: (email: string) => string;
    pre_comment_author_name: (name: string) => string;
    pre_comment_author_url: (url: string) => string;
    pre_comment_content: (content: string) => string;
    pre_comment_user_agent: (userAgent: string) => string;
    pre_comment_user_ip: (ip: string) => string;
    pre_get_avatar_data: (args: Partial<AvatarArgs>, subject: AvatarSubject) => Partial<AvatarArgs>;
    pre_user_id: (userId: number) => number;
    pre_wp_update_comment_count_now: (count: number | null, oldCount: number, postId: number) => number | null;
    preprocess_comment: (comment: CommentInput) => CommentInput;
    the_comments: (comments: Comment[], query: CommentQuery) => Comment[];
    the_title_rss: (title: string) => string;
    wp_count_comments: (
      counts: CommentCounts | Record<string, never>,
      postId: number,
    ) => CommentCounts | Record<string, never>;
    wp_get_comment_fields_max_lengths: (lengths: Record<string, number>) => Record<string, number>;
    wp_get_current_commenter: (commenter: Commenter) => Commenter;
    wp_is_comment_flood: (flood: boolean, ip: string, email: string, date: string, wpError: boolean) => boolean;
    wp_list_comments_args: (args: { max_depth: number; reverse_top_level: boolean }) => {
      max_depth: number;
      reverse_top_level: boolean;
    };
    wp_update_comment_data: (
      data: CommentInput | WpError,
      comment: Comment,
      input: CommentInput,
    ) => CommentInput | WpError;
  }

  interface Actions {
    check_comment_flood: (ip: string, email: string, date: string, wpError: boolean) => void;
    clean_post_cache: (postId: number, post: Post | undefined) => void;
    comment_closed: (postId: number) => void;
    comment_duplicate_trigger: (comment: CommentInput) => void;
    comment_flood_trigger: (lastTime: number, newTime: number) => void;
    comment_form: (postId: number, out: PrintedLines) => void;
    comment_form_after: (out: PrintedLines) => void;
    comment_form_after_fields: (out: PrintedLines) => void;
    comment_form_before: (out: PrintedLines) => void;
    comment_form_before_fields: (out: PrintedLines) => void;
    comment_form_comments_closed: (out: PrintedLines) => void;
    comment_form_logged_in_after: (commenter: Commenter, userName: string, out: PrintedLines) => void;
    comment_form_must_log_in_after: (out: PrintedLines) => void;
    comment_form_top: (out: PrintedLines) => void;
    comment_id_not_found: (postId: number) => void;
    comment_loop_start: () => void;
    comment_on_draft: (postId: number) => void;
    comment_on_password_protected: (postId: number) => void;
    comment_on_trash: (postId: number) => void;
    comment_post: (commentId: number, approved: string | number, comment: CommentInput) => void;
    comment_reply_to_unapproved_comment: (postId: number, parentId: number) => void;
    commentrss2_item: (commentId: number, postId: number, out: PrintedLines) => void;
    delete_comment: (commentId: number, comment: Comment) => void;
    deleted_comment: (commentId: number, comment: Comment) => void;
    edit_comment: (commentId: number, data: CommentInput) => void;
    edit_post: (postId: number, post: Post) => void;
    parse_comment_query: (query: CommentQuery) => void;
    pre_comment_on_post: (postId: number) => void;
    pre_get_comments: (query: CommentQuery) => void;
    set_comment_cookies: (comment: Comment, user: UserWithRoles | false, consent: boolean) => void;
    spam_comment: (commentId: number, comment: Comment) => void;
    spammed_comment: (commentId: number, comment: Comment) => void;
    transition_comment_status: (newStatus: string, oldStatus: string, comment: Comment) => void;
    trash_comment: (commentId: number, comment: Comment) => void;
    trash_post_comments: (postId: number) => void;
    trashed_comment: (commentId: number, comment: Comment) => void;
    trashed_post_comments: (postId: number, statuses: Record<string, string>) => void;
    unspam_comment: (commentId: number, comment: Comment) => void;
    unspammed_comment: (commentId: number, comment: Comment) => void;
    untrash_comment: (commentId: number, comment: Comment) => void;
    untrash_post_comments: (postId: number) => void;
    untrashed_comment: (commentId: number, comment: Comment) => void;
    untrashed_post_comments: (postId: number) => void;
    wp_check_comment_disallowed_list: (
      author: string,
      email: string,
      url: string,
      text: string,
      ip: string,
      userAgent: string,
    ) => void;
    wp_insert_comment: (commentId: number, comment: Comment) => void;
    wp_set_comment_status: (commentId: number, status: string) => void;
    wp_update_comment_count: (postId: number, newCount: number, oldCount: number) => void;
  }
}

export type {};
