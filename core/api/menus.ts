import type { Undo } from './hooks.js';
import type { Post } from './posts.js';
import type { Term } from './terms.js';
import type { WpError } from './wp-error.js';
import type { AsyncResult } from './async-result.js';

/** Target of a menu item: a post, the archive of a term or post type, or any URL. */
export type NavMenuItemType = 'post_type' | 'taxonomy' | 'post_type_archive' | 'custom';

/** A menu item: its post, and data of its target (WordPress: `wp_setup_nav_menu_item`). */
export interface NavMenuItem extends Post {
  /** ID of the menu item itself. */
  db_id: number;
  /** ID of the parent menu item; 0 at the top level. */
  menu_item_parent: number;
  /** ID of the target post or term; for a custom URL, that of the item itself. */
  object_id: number;
  /** `page`, `category`, …; `custom` for a custom URL. */
  object: string;
  type: NavMenuItemType;
  /** Display name of the object type. */
  type_label: string;
  title: string;
  url: string;
  target: string;
  attr_title: string;
  description: string;
  classes: string[];
  xfn: string;
  /** Whether the target no longer exists. */
  _invalid?: boolean;
  /** Whether the target is the current page. */
  current?: boolean;
  current_item_ancestor?: boolean;
  current_item_parent?: boolean;
}

/** Input of `wpUpdateNavMenuItem`; omitted values of an existing item stay unchanged. */
export interface NavMenuItemInput {
  title?: string;
  type?: NavMenuItemType;
  object?: string;
  object_id?: number;
  parent_id?: number;
  position?: number;
  url?: string;
  description?: string;
  attr_title?: string;
  target?: string;
  classes?: string | readonly string[];
  xfn?: string;
  status?: 'publish' | 'draft';
}

/** Input of `wpUpdateNavMenuObject`. */
export interface NavMenuInput {
  name?: string;
  slug?: string;
  description?: string;
}

/**
 * Options of `wpNavMenu`, with the names and defaults of `wp_nav_menu`; callbacks receive them as their second
 * argument.
 */
export interface NavMenuArgs {
  menu: number | string | Term;
  container: string;
  container_class: string;
  container_id: string;
  container_aria_label: string;
  menu_class: string;
  menu_id: string;
  before: string;
  after: string;
  link_before: string;
  link_after: string;
  items_wrap: string;
  item_spacing: string;
  /** Number of levels to render; 0 for all. */
  depth: number;
  theme_location: string;
  echo: boolean;
  fallback_cb: false;
  walker: '';
}

/**
 * A link that plugins add to the footer.
 * @since 0.1.0
 */
export interface FooterEntry {
  readonly title: string;
  readonly url: string;
  /** Language of the link text and target if it differs from that of the page: `pl`. */
  readonly language?: string;
  /**
   * Footer column: `legal` for terms and the like; defaults to the customer help column.
   * @since 0.1.0
   */
  readonly kind?: string;
}

/**
 * Navigation menus of the site (WordPress: nav-menu.php, nav-menu-template.php).
 * @since 0.1.0
 */
export interface MenusApi {
  /** Registers menu locations, as a map of names to labels (`register_nav_menus`). */
  registerNavMenus(locations: Readonly<Record<string, string>>): Undo;
  /** Registers a menu location (`register_nav_menu`). */
  registerNavMenu(location: string, description: string): Undo;
  /** Unregisters a menu location; false if it is not registered (`unregister_nav_menu`). */
  unregisterNavMenu(location: string): boolean;
  /** Returns the menu locations by name (`get_registered_nav_menus`). */
  getRegisteredNavMenus(): Readonly<Record<string, string>>;
  /** Returns the menu IDs of the assigned locations, by name (`get_nav_menu_locations`). */
  getNavMenuLocations(): Promise<Record<string, number>>;
  /** Assigns menus to locations, replacing all previous assignments (`set_theme_mod('nav_menu_locations', …)`). */
  setNavMenuLocations(menus: Readonly<Record<string, number>>): Promise<void>;
  /** Whether a menu is assigned to a location (`has_nav_menu`). */
  hasNavMenu(location: string): AsyncResult;
  /** Returns all menus, sorted by name (`wp_get_nav_menus`). */
  wpGetNavMenus(): Promise<Term[]>;
  /** Returns a menu by ID, slug or name; false if it does not exist (`wp_get_nav_menu_object`). */
  wpGetNavMenuObject(menu: number | string | Term): Promise<Term | false>;
  /** Returns the items of a menu in order; false if the menu does not exist (`wp_get_nav_menu_items`). */
  wpGetNavMenuItems(menu: number | string | Term, args?: { post_status?: string }): Promise<NavMenuItem[] | false>;
  /**
   * Returns the menu item of a post, prepared for display; null if the post is not a menu item
   * (`wp_setup_nav_menu_item`).
   */
  wpSetupNavMenuItem(post: Post): Promise<NavMenuItem | null>;
  /**
   * Creates (ID 0) or updates a menu; error `menu_exists` if another menu has the name (`wp_update_nav_menu_object`).
   */
  wpUpdateNavMenuObject(menuId: number, input?: NavMenuInput): Promise<number | WpError>;
  /** Creates (ID 0) or updates a menu item and returns its ID (`wp_update_nav_menu_item`). */
  wpUpdateNavMenuItem(menuId: number, itemId: number, input?: NavMenuItemInput): Promise<number | WpError>;
  /** Deletes a menu with its items; false if it does not exist (`wp_delete_nav_menu`). */
  wpDeleteNavMenu(menu: number | string | Term): Promise<boolean | WpError>;
  /** Whether new pages are added to the end of a menu. */
  isNavMenuAutoAdd(menuId: number): AsyncResult;
  /** Sets whether new pages are added to the end of a menu. */
  setNavMenuAutoAdd(menuId: number, adds: boolean): Promise<void>;
  /** Renders a menu as HTML; empty if it does not exist (`wp_nav_menu`, without its fallback). */
  wpNavMenu(args?: Partial<NavMenuArgs>): Promise<string>;
}
