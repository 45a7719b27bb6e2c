import type { MaybePromise } from './maybe-promise.js';
import type { PageRequest, PageText } from './pages.js';
import type { Post } from './posts.js';

/** A piece of help of a screen (`WP_Screen::add_help_tab`). */
export interface HelpTab {
  readonly id: string;
  readonly title: string;
  /** Finished HTML. */
  readonly content: string;
}

/** The screen of the admin that a request asks for (`WP_Screen`). @since 0.2.0 */
export interface AdminScreen {
  /** `edit-page`, `dashboard`, `plugins`, or `toplevel_page_{slug}` of a plugin's own. */
  readonly id: string;
  /** The kind of screen: `edit`, `post`, `edit-tags`. */
  readonly base: string;
  /** `add` where something new is made. */
  readonly action: string;
  /** The type of content that it is about; empty for none. */
  readonly postType: string;
  readonly taxonomy: string;
  /** What hooks of this screen alone are named by: `edit.php`, or the id of a plugin's own. */
  readonly hookSuffix: string;
  /** Adds a piece of help, or replaces the one of the same id (`WP_Screen::add_help_tab`). */
  addHelpTab(tab: HelpTab): void;
  /** Takes a piece of help away (`WP_Screen::remove_help_tab`). */
  removeHelpTab(id: string): void;
  /** The pieces of help that were added (`WP_Screen::get_help_tabs`). */
  getHelpTabs(): readonly HelpTab[];
}

/** Where a box stands in the editor's form. */
export type MetaBoxContext = 'normal' | 'side' | 'advanced';

/** A box of the editor's form (`add_meta_box`). @since 0.2.0 */
export interface MetaBox {
  readonly id: string;
  readonly title: string;
  /** The types of content whose form has it; that of the running request when absent. */
  readonly screen?: string | readonly string[];
  readonly context?: MetaBoxContext;
  readonly priority?: 'high' | 'core' | 'default' | 'low';
  /** Fields and words as finished HTML; the form is the editor's, and what is typed comes with `save_post` in the running request. */
  callback(post: Post): MaybePromise<string>;
}

/** A link of the admin's bar (`WP_Admin_Bar`). */
export interface AdminBarNode {
  readonly id: string;
  /** Finished HTML. */
  readonly title: string;
  readonly href?: string;
  /** `top-secondary` for the end of the bar, or the id of another node. */
  readonly parent?: string;
}

/** The bar above each screen. @since 0.2.0 */
export interface AdminBar {
  /** Adds a link, or changes the one of the same id (`WP_Admin_Bar::add_node`). */
  addNode(node: AdminBarNode): void;
  /** Takes a link away (`WP_Admin_Bar::remove_node`). */
  removeNode(id: string): void;
  /** A link that was added (`WP_Admin_Bar::get_node`). */
  getNode(id: string): AdminBarNode | undefined;
  /** All links that were added (`WP_Admin_Bar::get_nodes`). */
  getNodes(): readonly AdminBarNode[];
}

/** A box of the dashboard (`wp_add_dashboard_widget`). @since 0.2.0 */
export interface DashboardWidget {
  readonly id: string;
  readonly title: PageText;
  /** Finished HTML. */
  callback(): MaybePromise<string>;
  /** The fields of its options as finished HTML; with a POST it stores them first. Only who has `edit_dashboard` gets to it. */
  control?(request: PageRequest): MaybePromise<string>;
  /** Who sees it; everybody in the admin when absent. */
  readonly capability?: string;
}

/** A note above the screens of the admin. @since 0.2.0 */
export interface AdminNotice {
  readonly id: string;
  readonly text: PageText;
  readonly kind?: 'success' | 'error' | 'warning' | 'info';
  /** Where it leads. */
  readonly link?: { readonly url: string; readonly text: PageText };
  /** Who sees it; `manage_options` when absent. */
  readonly capability?: string;
  /** The ids of the screens that show it; all when absent. */
  readonly screens?: readonly string[];
  /** Whether somebody can put it away; it stays away for them. */
  readonly dismissible?: boolean;
  /** Whether it has to be said now; asked for each screen. */
  when?(): MaybePromise<boolean>;
}

/** How a note of `wpAdminNotice` looks. @since 0.2.0 */
export interface AdminNoticeArgs {
  readonly type?: 'success' | 'error' | 'warning' | 'info';
  readonly id?: string;
  /** Whether the reader can put it away for good; it needs an id then. */
  readonly dismissible?: boolean;
  readonly additional_classes?: readonly string[];
  /** Whether the message stands in a paragraph; it does when absent. @since 0.3.0 */
  readonly paragraph_wrap?: boolean;
}

/**
 * A panel beside the text in the editor, which a script of the plugin fills. The script is a module whose default export is called with the
 * panel's element and `{ post, onChange, patch }`; see `docs/guide/admin.md`.
 * @since 0.2.0
 */
export interface EditorPanel {
  readonly id: string;
  readonly title: PageText;
  /** The types of content whose editor has it; all when absent. */
  readonly types?: readonly string[];
  /** A file of the plugin's `assets/` folder. */
  readonly script: string;
  /** What stands there without scripts, as finished HTML. */
  render?(post: Post): MaybePromise<string>;
  /** Who sees it; whoever edits when absent. */
  readonly capability?: string;
}
