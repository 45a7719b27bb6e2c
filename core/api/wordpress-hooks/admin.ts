import type { AdminBar, AdminScreen } from '../admin-screen.js';
import type { Comment, CommentQuery } from '../comments.js';
import type { HealthCheck } from '../health.js';
import type { NavMenuItem } from '../menus.js';
import type { FormFields, PageRequest } from '../pages.js';
import type { Taxonomy } from '../post-types.js';
import type { Post } from '../posts.js';
import type { Term } from '../terms.js';
import type { UserInput, UserQuery, UserWithRoles } from '../users.js';
import type { WpError } from '../wp-error.js';
import type { InstalledTheme, NewPost, ListedPlugin, PrintedLines } from './values.js';

/** WordPress's hooks of the admin screens, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    allowed_options: (
      groups: Readonly<Record<string, readonly string[]>>,
    ) => Readonly<Record<string, readonly string[]>>;
    admin_body_class: (classes: string) => string;
    admin_comment_types_dropdown: (types: Record<string, string>) => Record<string, string>;
    admin_footer_text: (text: string) => string;
    admin_post: (reply: unknown, request: PageRequest) => unknown;
    admin_post_nopriv: (reply: unknown, request: PageRequest) => unknown;
    admin_post_thumbnail_html: (html: string, postId: number, attachmentId: number) => string;
    admin_post_thumbnail_size: (
      size: string | readonly [number, number],
      attachmentId: number,
      post: Post | null,
    ) => string | readonly [number, number];
    admin_title: (adminTitle: string, title: string) => string;
    all_plugins: (plugins: Readonly<Record<string, ListedPlugin>>) => Readonly<Record<string, ListedPlugin>>;
    allowed_block_types_all: (
      allowed: boolean | readonly string[],
      context: { name: string; post: Post },
    ) => boolean | readonly string[];
    attachment_fields_to_edit: (fields: Record<string, string>, post: Post) => Record<string, string>;
    attachment_fields_to_save: (post: Record<string, unknown>, form: FormFields) => Record<string, unknown>;
    'bulk_actions-edit-comments': (offered: Record<string, string>) => Record<string, string>;
    'bulk_actions-upload': (actions: Record<string, string>) => Record<string, string>;
    comment_author: (name: string, commentId: number) => string;
    comment_email: (commentAuthorEmail: string, comment: Comment) => string;
    comment_row_actions: (actions: Record<string, string>, comment: Comment) => Record<string, string>;
    comment_status_links: (links: Record<string, string>) => Record<string, string>;
    comments_list_table_query_args: (args: CommentQuery) => CommentQuery;
    comments_per_page: (perPage: number, status: string) => number;
    content_save_pre: (content: string) => string;
    dashboard_glance_items: (items: readonly string[]) => readonly string[];
    default_content: (content: string, post: NewPost) => string;
    default_excerpt: (excerpt: string, post: NewPost) => string;
    default_hidden_columns: (hidden: readonly string[], screen: AdminScreen) => readonly string[];
    default_title: (title: string, post: NewPost) => string;
    display_media_states: (states: Record<string, string>, post: Post) => Record<string, string>;
    display_post_states: (states: Readonly<Record<string, string>>, post: Post) => Readonly<Record<string, string>>;
    editable_roles: (
      named: readonly ({ readonly name: string; readonly label: string } | string)[],
    ) => readonly ({ readonly name: string; readonly label: string } | string)[];
    enter_title_here: (text: string, post: Post) => string;
    get_comment_author_IP: (commentAuthorIp: string, commentId: number, comment: Comment) => string;
    get_delete_post_link: (url: string, postId: number, force: boolean) => string;
    get_edit_post_link: (url: string, postId: number, context: string) => string;
    get_edit_term_link: (url: string, termId: number, taxonomy: string, objectType: string) => string;
    get_edit_user_link: (url: string, userId: number) => string;
    get_role_list: (roles: Readonly<Record<string, string>>, user: UserWithRoles) => Readonly<Record<string, string>>;
    'handle_bulk_actions-edit-comments': (redirectTo: string, action: string, commentIds: number[]) => string;
    hidden_columns: (hidden: readonly string[], screen: AdminScreen, useDefaults: boolean) => readonly string[];
    'manage_edit-comments_columns': (labels: Record<string, string>) => Record<string, string>;
    'manage_edit-comments_sortable_columns': (columns: Record<string, string>) => Record<string, string>;
    manage_media_columns: (columns: Record<string, string>, detached: boolean) => Record<string, string>;
    manage_pages_columns: (columns: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
    manage_posts_columns: (
      columns: Readonly<Record<string, string>>,
      postType: string,
    ) => Readonly<Record<string, string>>;
    manage_taxonomies_for_attachment_columns: (taxonomies: readonly string[], postType: string) => readonly string[];
    manage_users_custom_column: (output: string, column: string, userId: number) => string;
    media_meta: (html: string, post: Post) => string;
    media_row_actions: (actions: Record<string, string>, post: Post, detached: boolean) => Record<string, string>;
    page_row_actions: (actions: Record<string, string>, post: Post) => Record<string, string>;
    parent_file: (parentFile: string) => string;
    plugin_action_links: (
      actions: Readonly<Record<string, string>>,
      plugin: string,
      data: ListedPlugin,
      status: string,
    ) => Readonly<Record<string, string>>;
    plugin_row_meta: (meta: readonly string[], plugin: string, data: ListedPlugin, status: string) => readonly string[];
    plugins_list: (plugins: Readonly<Record<string, object>>) => Readonly<Record<string, object>>;
    post_column_taxonomy_links: (links: readonly string[], taxonomy: string, terms: Term[]) => readonly string[];
    post_date_column_status: (status: string, post: Post, column: string, mode: string) => string;
    post_date_column_time: (time: string, post: Post, column: string, mode: string) => string;
    post_row_actions: (actions: Record<string, string>, post: Post) => Record<string, string>;
    post_updated_messages: (
      messages: Readonly<Record<string, Readonly<Record<number, string>>>>,
    ) => Readonly<Record<string, Readonly<Record<number, string>>>>;
    redirect_term_location: (url: string, taxonomy: Taxonomy) => string;
    replace_editor: (replace: unknown, post: Post) => unknown;
    screen_options_show_screen: (show: boolean, screen: AdminScreen) => boolean;
    screen_options_show_submit: (show: boolean, screen: AdminScreen) => boolean;
    screen_settings: (html: string, screen: AdminScreen) => string;
    'set-screen-option': (status: unknown, option: string, value: string) => unknown;
    show_password_fields: (show: boolean, user: UserWithRoles) => boolean;
    site_status_tests: (tests: readonly HealthCheck[]) => readonly HealthCheck[];
    submenu_file: (submenuFile: string | null, parentFile: string) => string | null;
    tag_row_actions: (actions: Record<string, string>, term: Term) => Record<string, string>;
    terms_to_edit: (terms: string, taxonomy: string) => string;
    the_editor_content: (content: string, editor: string) => string;
    theme_templates: (
      templates: Readonly<Record<string, string>>,
      theme: InstalledTheme,
      post: Post,
      postType: string,
    ) => Readonly<Record<string, string>>;
    update_footer: (text: string) => string;
    user_row_actions: (actions: Record<string, string>, user: UserWithRoles) => Record<string, string>;
    users_list_table_query_args: (query: UserQuery) => UserQuery;
    'views_edit-comments': (links: Record<string, string>) => Record<string, string>;
    views_upload: (links: Record<string, string>) => Record<string, string>;
    /** Instead of a class name as in WordPress, a callback returns an admin bar object, based on the host's own. */
    wp_admin_bar_class: (bar: string | AdminBar, own: AdminBar) => string | AdminBar;
    wp_dashboard_widgets: (widgets: readonly string[]) => readonly string[];
    wp_list_table_show_post_checkbox: (show: boolean, post: Post) => boolean;
  }

  interface Actions {
    activity_box_end: (out: PrintedLines) => void;
    add_admin_bar_menus: (bar: AdminBar) => void;
    add_meta_boxes: (postType: string, post: Post) => void;
    add_tag_form_fields: (taxonomy: string, out: PrintedLines) => void;
    admin_bar_init: (bar: AdminBar) => void;
    admin_bar_menu: (bar: AdminBar) => void;
    admin_enqueue_scripts: (suffix: string) => void;
    admin_footer: (data: string, out: PrintedLines) => void;
    admin_head: (out: PrintedLines) => void;
    admin_init: () => void;
    admin_menu: (context: string) => void;
    admin_notices: (out: PrintedLines) => void;
    admin_page_access_denied: () => void;
    admin_print_footer_scripts: (out: PrintedLines) => void;
    admin_print_scripts: (out: PrintedLines) => void;
    admin_print_styles: (out: PrintedLines) => void;
    adminmenu: (out: PrintedLines) => void;
    after_plugin_row: (plugin: string, data: ListedPlugin, status: string, out: PrintedLines) => void;
    after_switch_theme: (oldName: string, oldTheme: InstalledTheme | undefined) => void;
    all_admin_notices: (out: PrintedLines) => void;
    attachment_submitbox_misc_actions: (post: Post) => void;
    auth_redirect: (userId: number) => void;
    current_screen: (screen: AdminScreen) => void;
    dbx_post_sidebar: (post: Post, out: PrintedLines) => void;
    do_meta_boxes: (postType: string, context: string, post: Post) => void;
    edit_form_advanced: (post: Post, out: PrintedLines) => void;
    edit_form_after_editor: (post: Post, out: PrintedLines) => void;
    edit_form_after_title: (post: Post, out: PrintedLines) => void;
    edit_form_before_permalink: (post: Post, out: PrintedLines) => void;
    edit_form_top: (post: Post, out: PrintedLines) => void;
    edit_page_form: (post: Post, out: PrintedLines) => void;
    edit_user_profile: (user: UserWithRoles, out: PrintedLines) => void;
    edit_user_profile_update: (userId: number) => void;
    enqueue_block_editor_assets: () => void;
    in_admin_footer: (out: PrintedLines) => void;
    in_admin_header: (out: PrintedLines) => void;
    'load-categories.php': () => void;
    manage_comments_custom_column: (column: string, commentId: number, out: PrintedLines) => void;
    manage_comments_nav: (status: string, which: string, out: PrintedLines) => void;
    manage_pages_custom_column: (column: string, postId: number, out: PrintedLines) => void;
    manage_plugins_custom_column: (name: string, plugin: string, data: ListedPlugin, out: PrintedLines) => void;
    manage_media_custom_column: (column: string, postId: number, out: PrintedLines) => void;
    manage_posts_custom_column: (column: string, postId: number, out: PrintedLines) => void;
    manage_posts_extra_tablenav: (which: string, out: PrintedLines) => void;
    manage_users_extra_tablenav: (which: string, out: PrintedLines) => void;
    media_buttons: (editorId: string, out: PrintedLines) => void;
    personal_options: (user: UserWithRoles, out: PrintedLines) => void;
    personal_options_update: (userId: number) => void;
    'post-upload-ui': () => void;
    post_edit_form_tag: (post: Post, out: PrintedLines) => void;
    post_submitbox_minor_actions: (post: Post, out: PrintedLines) => void;
    post_submitbox_misc_actions: (post: Post, out: PrintedLines) => void;
    post_submitbox_start: (post: Post, out: PrintedLines) => void;
    'pre-upload-ui': () => void;
    pre_current_active_plugins: (plugins: Record<string, ListedPlugin>, out: PrintedLines) => void;
    profile_personal_options: (user: UserWithRoles, out: PrintedLines) => void;
    restrict_manage_comments: (out: PrintedLines) => void;
    restrict_manage_posts: (postType: string, which: string, out: PrintedLines) => void;
    restrict_manage_users: (which: string, out: PrintedLines) => void;
    rightnow_end: (out: PrintedLines) => void;
    show_user_profile: (user: UserWithRoles, out: PrintedLines) => void;
    submitpage_box: (post: Post, out: PrintedLines) => void;
    submitpost_box: (post: Post, out: PrintedLines) => void;
    delete_theme: (theme: string) => void;
    deleted_theme: (theme: string, done: boolean) => void;
    switch_theme: (newName: string, newTheme: InstalledTheme, oldTheme: InstalledTheme | undefined) => void;
    wp_dashboard_setup: () => void;
    user_edit_form_tag: (out: PrintedLines) => void;
    user_new_form: (type: string, out: PrintedLines) => void;
    user_new_form_tag: (out: PrintedLines) => void;
    user_profile_update_errors: (errors: WpError, update: boolean, user: UserInput) => void;
    welcome_panel: (out: PrintedLines) => void;
    wp_after_admin_bar_render: (out: PrintedLines) => void;
    wp_before_admin_bar_render: (out: PrintedLines) => void;
    wp_media_attach_action: (action: string, attachmentId: number, parentId: number) => void;
    wp_nav_menu_item_custom_fields: (
      itemId: string,
      item: NavMenuItem,
      depth: number,
      args: object,
      currentObjectId: number,
      out: PrintedLines,
    ) => void;
  }
}

export type {};
