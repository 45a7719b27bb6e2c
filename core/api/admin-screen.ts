import type { MaybePromise } from './maybe-promise.js';
import type { PageRequest, PageText } from './pages.js';
import type { Post } from './posts.js';

/** A help tab of a screen (`WP_Screen::add_help_tab`). */
export interface HelpTab {
  readonly id: string;
  readonly title: string;
  /** HTML output. */
  readonly content: string;
}

/**
 * The admin screen of the current request (`WP_Screen`).
 * @since 0.1.0
 */
export interface AdminScreen {
  /** `edit-page`, `dashboard`, `plugins`, or `toplevel_page_{slug}` for a plugin screen. */
  readonly id: string;
  /** Kind of screen: `edit`, `post`, `edit-tags`. */
  readonly base: string;
  /** `add` on screens that create an entity. */
  readonly action: string;
  /** Post type of the screen; empty if it has none. */
  readonly postType: string;
  readonly taxonomy: string;
  /** Suffix of hooks that are specific to this screen: `edit.php`, or the ID of a plugin screen. */
  readonly hookSuffix: string;
  /** Adds a help tab, or replaces the one with the same ID (`WP_Screen::add_help_tab`). */
  addHelpTab(tab: HelpTab): void;
  /** Removes a help tab (`WP_Screen::remove_help_tab`). */
  removeHelpTab(id: string): void;
  /** Returns the registered help tabs (`WP_Screen::get_help_tabs`). */
  getHelpTabs(): readonly HelpTab[];
}

/** Position of a meta box in the editor form. */
export type MetaBoxContext = 'normal' | 'side' | 'advanced';

/**
 * A meta box of the editor form (`add_meta_box`).
 * @since 0.1.0
 */
export interface MetaBox {
  readonly id: string;
  readonly title: string;
  /** Post types whose editor shows the box; defaults to the post type of the current request. */
  readonly screen?: string | readonly string[];
  readonly context?: MetaBoxContext;
  readonly priority?: 'high' | 'core' | 'default' | 'low';
  /**
   * Returns the fields and text as HTML. They become part of the editor form; submitted values are available in the
   * current request when `save_post` fires.
   */
  callback(post: Post): MaybePromise<string>;
}

/** A link in the admin bar (`WP_Admin_Bar`). */
export interface AdminBarNode {
  readonly id: string;
  /** HTML output. */
  readonly title: string;
  readonly href?: string;
  /** `top-secondary` for the end of the bar, or the ID of another node. */
  readonly parent?: string;
}

/**
 * The bar above each admin screen.
 * @since 0.1.0
 */
export interface AdminBar {
  /** Adds a link, or updates the one with the same ID (`WP_Admin_Bar::add_node`). */
  addNode(node: AdminBarNode): void;
  /** Removes a link (`WP_Admin_Bar::remove_node`). */
  removeNode(id: string): void;
  /** Returns an added link (`WP_Admin_Bar::get_node`). */
  getNode(id: string): AdminBarNode | undefined;
  /** Returns all added links (`WP_Admin_Bar::get_nodes`). */
  getNodes(): readonly AdminBarNode[];
}

/**
 * A dashboard widget (`wp_add_dashboard_widget`).
 * @since 0.1.0
 */
export interface DashboardWidget {
  readonly id: string;
  readonly title: PageText;
  /** Returns the content as HTML. */
  callback(): MaybePromise<string>;
  /** Returns the option fields as HTML; on POST, stores them first. Only called for users with `edit_dashboard`. */
  control?(request: PageRequest): MaybePromise<string>;
  /** Capability required to see the widget; every admin user if absent. */
  readonly capability?: string;
}

/**
 * A notice above the admin screens.
 * @since 0.1.0
 */
export interface AdminNotice {
  readonly id: string;
  readonly text: PageText;
  readonly kind?: 'success' | 'error' | 'warning' | 'info';
  /** Link target and text. */
  readonly link?: { readonly url: string; readonly text: PageText };
  /** Capability required to see the notice; defaults to `manage_options`. */
  readonly capability?: string;
  /** IDs of the screens that show the notice; all screens if absent. */
  readonly screens?: readonly string[];
  /** Whether users can dismiss the notice. It stays hidden for each user who dismissed it. */
  readonly dismissible?: boolean;
  /** Whether to show the notice now. Evaluated on every screen. */
  when?(): MaybePromise<boolean>;
}

/**
 * Options of `wpAdminNotice`.
 * @since 0.1.0
 */
export interface AdminNoticeArgs {
  readonly type?: 'success' | 'error' | 'warning' | 'info';
  readonly id?: string;
  /** Whether the user can dismiss the notice permanently; requires an ID. */
  readonly dismissible?: boolean;
  readonly additional_classes?: readonly string[];
  /**
   * Whether to wrap the message in a paragraph; defaults to true.
   * @since 0.1.0
   */
  readonly paragraph_wrap?: boolean;
}

/**
 * An editor panel beside the text, rendered by a script of the plugin. The script is a module whose default export is
 * called with the panel element and `{ post, onChange, patch }`; see `docs/guide/admin.md`.
 * @since 0.1.0
 */
export interface EditorPanel {
  readonly id: string;
  readonly title: PageText;
  /** Post types whose editor shows the panel; all if absent. */
  readonly types?: readonly string[];
  /** File in the plugin's `assets/` folder. */
  readonly script: string;
  /** Returns the content shown without JavaScript, as HTML. */
  render?(post: Post): MaybePromise<string>;
  /** Capability required to see the panel; every user who can edit if absent. */
  readonly capability?: string;
}
