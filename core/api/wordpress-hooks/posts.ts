import type { PostQuery } from '../post-query.js';
import type { PostType, PostTypeArgs, Taxonomy, TaxonomyArgs } from '../post-types.js';
import type { Post, PostInput } from '../posts.js';
import type { WpQuery } from '../wp-query.js';
import type { ContentRun, ExcerptSource } from './values.js';

/** WordPress's hooks for saving, deleting and displaying posts and pages, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    add_trashed_suffix_to_trashed_posts: (add: boolean, name: string, postId: number) => boolean;
    comment_status_pre: (status: string) => string;
    content_pagination: (pages: string[], post: Post) => string[];
    content_save_pre: (content: string) => string;
    excerpt_length: (wordCount: number) => number;
    excerpt_more: (more: string) => string;
    excerpt_save_pre: (excerpt: string) => string;
    get_default_comment_status: (status: string, postType: string, commentType: string) => string;
    get_page_uri: (uri: string, post: Post) => string;
    get_pages: (pages: Post[], args: Record<string, unknown>) => Post[];
    get_pages_query_args: (query: PostQuery, args: PostQuery) => PostQuery;
    get_post_status: (status: string, post: Post) => string;
    get_post_time: (time: string, format: string, gmt: boolean) => string;
    get_the_date: (date: string, format: string, post: Post) => string;
    get_the_excerpt: (postExcerpt: string, post: ExcerptSource) => string;
    get_the_time: (time: string, format: string, post: Post) => string;
    is_post_type_viewable: (viewable: boolean, postType: PostType | undefined) => boolean;
    name_save_pre: (name: string) => string;
    page_css_class: (classes: string[], post: Post, depth: number, query: PostQuery) => string[];
    ping_status_pre: (status: string) => string;
    post_password_required: (required: boolean, post: Post | null) => boolean;
    pre_delete_post: (deleted: Post | false | null, post: Post, force: boolean) => Post | false | null;
    pre_post_comment_status: (status: string) => string;
    pre_post_content: (content: string) => string;
    pre_post_excerpt: (excerpt: string) => string;
    pre_post_name: (name: string) => string;
    pre_post_ping_status: (status: string) => string;
    pre_post_status: (status: string) => string;
    pre_post_title: (title: string) => string;
    pre_post_type: (postType: string) => string;
    pre_trash_post: (trashed: Post | false | null, post: Post, oldStatus: string) => Post | false | null;
    pre_untrash_post: (untrashed: Post | false | null, post: Post, oldStatus: string) => Post | false | null;
    pre_wp_unique_post_slug: (
      slug: string | null,
      originalSlug: string,
      postId: number,
      status: string,
      postType: string,
      parentId: number,
    ) => string | null;
    private_title_format: (format: string, post: Post) => string;
    protected_title_format: (format: string, post: Post) => string;
    register_post_type_args: (args: PostTypeArgs, name: string) => PostTypeArgs;
    register_taxonomy_args: (args: TaxonomyArgs, name: string, objectType: string | string[]) => TaxonomyArgs;
    status_save_pre: (status: string) => string;
    the_author: (name: string) => string;
    the_content: (content: string, state?: ContentRun) => string;
    the_password_form: (html: string, post: Post | null, reason: string) => string;
    the_permalink: (url: string, post: Post) => string;
    the_title: (title: string, postId: number | undefined) => string;
    title_save_pre: (title: string) => string;
    type_save_pre: (postType: string) => string;
    wp_count_posts: (counts: Record<string, number>, postType: string) => Record<string, number>;
    wp_insert_attachment_data: (
      data: Omit<Post, 'id'>,
      input: PostInput,
      rawInput: PostInput,
      update: boolean,
    ) => Omit<Post, 'id'>;
    wp_insert_post_data: (
      data: Omit<Post, 'id'>,
      input: PostInput,
      rawInput: PostInput,
      update: boolean,
    ) => Omit<Post, 'id'>;
    wp_insert_post_empty_content: (empty: boolean, input: PostInput) => boolean;
    wp_insert_post_parent: (parentId: number, postId: number, input: PostInput, originalInput: PostInput) => number;
    wp_list_pages: (html: string, query: PostQuery, pages: Post[]) => string;
    wp_revisions_to_keep: (limit: number, post: Post) => number;
    wp_save_post_revision_check_for_changes: (check: boolean, latestRevision: Post, post: Post) => boolean;
    wp_save_post_revision_post_has_changed: (changed: boolean, latestRevision: Post, post: Post) => boolean;
    wp_trim_excerpt: (text: string, own: string) => string;
    wp_unique_post_slug: (
      slug: string,
      postId: number,
      status: string,
      postType: string,
      parentId: number,
      originalSlug: string,
    ) => string;
    wp_unique_post_slug_is_bad_attachment_slug: (bad: boolean, slug: string) => boolean;
    wp_unique_post_slug_is_bad_flat_slug: (bad: boolean, slug: string, postType: string) => boolean;
    wp_unique_post_slug_is_bad_hierarchical_slug: (
      bad: boolean,
      slug: string,
      postType: string,
      parentId: number,
    ) => boolean;
    wp_untrash_post_status: (newStatus: string, postId: number, oldStatus: string) => string;
  }

  interface Actions {
    _wp_put_post_revision: (revisionId: number, postId: number) => void;
    add_attachment: (postId: number) => void;
    after_delete_post: (postId: number, post: Post) => void;
    attachment_updated: (postId: number, postAfter: Post, postBefore: Post) => void;
    before_delete_post: (postId: number, post: Post) => void;
    delete_post: (postId: number, post: Post) => void;
    deleted_post: (postId: number, post: Post) => void;
    edit_attachment: (postId: number) => void;
    post_updated: (postId: number, postAfter: Post, postBefore: Post) => void;
    pre_post_update: (postId: number, columns: Omit<Post, 'id'>) => void;
    registered_post_type: (name: string, postType: PostType) => void;
    registered_taxonomy: (name: string, objectType: string | string[], taxonomy: Taxonomy) => void;
    registered_taxonomy_for_object_type: (name: string, objectType: string) => void;
    save_post: (postId: number, post: Post, update: boolean) => void;
    the_post: (post: Post, query: WpQuery) => void;
    transition_post_status: (newStatus: string, oldStatus: string, post: Post) => void;
    trashed_post: (postId: number, oldStatus: string) => void;
    unregistered_post_type: (name: string) => void;
    unregistered_taxonomy: (name: string) => void;
    untrash_post: (postId: number, oldStatus: string) => void;
    untrashed_post: (postId: number, oldStatus: string) => void;
    wp_after_insert_post: (postId: number, post: Post, update: boolean, postBefore: Post | null) => void;
    wp_creating_autosave: (post: Post) => void;
    wp_delete_post_revision: (revisionId: number, revision: Post) => void;
    wp_insert_post: (postId: number, post: Post, update: boolean) => void;
    wp_restore_post_revision: (postId: number, revisionId: number) => void;
    wp_trash_post: (postId: number, oldStatus: string) => void;
  }
}

export type {};
