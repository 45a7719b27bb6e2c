import type { BlockInstance, ParsedBlock } from '../blocks.js';
import type { NavMenuArgs } from '../menus.js';
import type { PageRequest } from '../pages.js';
import type { Post } from '../posts.js';
import type { ShortcodeAtts } from '../shortcodes.js';
import type { Term } from '../terms.js';
import type { CallbacksByName, PostTypeName, TemplateKind } from './kinds.js';
import type { ListedPlugin, PrintedLines } from './values.js';

type Labels = Readonly<Record<string, string>>;

interface ListFilters extends CallbacksByName<
  `manage_taxonomies_for_${PostTypeName}_columns`,
  (taxonomies: readonly string[], postType: string) => readonly string[]
> {}

interface TemplateFilters
  extends
    CallbacksByName<`${TemplateKind}_template`, (file: string, kind: string, names: readonly string[]) => string>,
    CallbacksByName<`${TemplateKind}_template_hierarchy`, (names: readonly string[]) => readonly string[]> {}

/** A callback that handles the request returns the response: a reply, a string, or data to be sent as JSON. */
type RequestHandlerFilter = (reply: unknown, request: PageRequest) => unknown;
type PrintCallback = (out: PrintedLines) => void;

/** WordPress's hooks with a screen, template, plugin, block, shortcode or form action in their name. */
declare module '../hooks.js' {
  interface Filters extends ListFilters, TemplateFilters {}

  interface FilterPatterns {
    [name: `wp_ajax_${string}`]: RequestHandlerFilter;
    [name: `admin_post_${string}`]: RequestHandlerFilter;
    [name: `login_form_${string}`]: RequestHandlerFilter;
    [name: `shortcode_atts_${string}`]: (
      out: Record<string, unknown>,
      pairs: Readonly<Record<string, unknown>>,
      atts: ShortcodeAtts | string | null,
      shortcode: string,
    ) => Record<string, unknown>;
    [name: `render_block_${string}`]: (html: string, block: ParsedBlock, instance: BlockInstance) => string;
    [name: `wp_nav_menu_${string}_items`]: (items: string, args: NavMenuArgs) => string;
    [name: `comment_form_field_${string}`]: (html: string) => string;
    [name: `wp_sitemaps_${string}_pre_max_num_pages`]: (pages: number | null, subtype: string) => number | null;
    [name: `manage_${string}_columns`]: (columns: Labels) => Labels;
    [name: `manage_${string}_sortable_columns`]: (columns: Labels) => Labels;
    [name: `manage_${string}_posts_columns`]: (columns: Labels) => Labels;
    [name: `manage_${string}_custom_column`]: (html: string, column: string, termId: number) => string;
    [name: `views_${string}`]: (links: Labels) => Labels;
    [name: `bulk_actions-${string}`]: (actions: Labels) => Labels;
    [name: `handle_bulk_actions-${string}`]: (
      redirectTo: string,
      action: string,
      ids: readonly (string | number)[],
    ) => string;
    [name: `${string}_row_actions`]: (actions: Record<string, string>, term: Term) => Record<string, string>;
    [name: `plugin_action_links_${string}`]: (
      actions: Labels,
      plugin: string,
      data: ListedPlugin,
      status: string,
    ) => Labels;
    [name: `set_screen_option_${string}`]: (screenOption: unknown, option: string, value: string) => unknown;
  }

  interface ActionPatterns {
    [name: `do_feed_${string}`]: (isCommentFeed: boolean, kind: string) => void;
    [name: `load-${string}`]: () => void;
    [name: `admin_action_${string}`]: () => void;
    [name: `admin_head-${string}`]: PrintCallback;
    [name: `admin_footer-${string}`]: PrintCallback;
    [name: `admin_print_styles-${string}`]: PrintCallback;
    [name: `admin_print_scripts-${string}`]: PrintCallback;
    [name: `admin_print_footer_scripts-${string}`]: PrintCallback;
    [name: `add_meta_boxes_${string}`]: (post: Post) => void;
    [name: `manage_${string}_posts_custom_column`]: (column: string, postId: number, out: PrintedLines) => void;
    [name: `after-${string}-table`]: (taxonomy: string, out: PrintedLines) => void;
    [name: `after_plugin_row_${string}`]: (
      plugin: string,
      data: ListedPlugin,
      status: string,
      out: PrintedLines,
    ) => void;
    [name: `activate_${string}`]: (networkWide: boolean) => void;
    [name: `deactivate_${string}`]: (networkWide: boolean) => void;
    [name: `uninstall_${string}`]: () => void;
  }
}

export type {};
