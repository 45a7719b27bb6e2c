import type { Undo } from './hooks.js';
import type { Post } from './posts.js';
import type { Term } from './terms.js';
import type { WpError } from './wp-error.js';
import type { AsyncAnswer } from './async-answer.js';

/** What an entry of a menu leads to: a post, the archive of a term or of a post type, or any address. */
export type NavMenuItemType = 'post_type' | 'taxonomy' | 'post_type_archive' | 'custom';

/** An entry of a menu: its post, and what is known of where it leads (WordPress: `wp_setup_nav_menu_item`). */
export interface NavMenuItem extends Post {
  /** The entry's own id. */
  db_id: number;
  /** The entry that this one stands below; 0 at the top. */
  menu_item_parent: number;
  /** What it leads to: a post's or term's id; its own for an address. */
  object_id: number;
  /** `page`, `category`, …; `custom` for an address. */
  object: string;
  type: NavMenuItemType;
  /** How people call that kind. */
  type_label: string;
  title: string;
  url: string;
  target: string;
  attr_title: string;
  description: string;
  classes: string[];
  xfn: string;
  /** What it leads to is not there any more. */
  _invalid?: boolean;
  /** It leads to the page that is shown. */
  current?: boolean;
  current_item_ancestor?: boolean;
  current_item_parent?: boolean;
}

/** What `wpUpdateNavMenuItem` takes; what is left out of an entry that is there stays. */
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

/** What `wpUpdateNavMenuObject` takes. */
export interface NavMenuInput {
  name?: string;
  slug?: string;
  description?: string;
}

/** How `wpNavMenu` draws, with the names and defaults of `wp_nav_menu`; callbacks get it as its second argument. */
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
  /** How many levels are drawn; 0 for all. */
  depth: number;
  theme_location: string;
  echo: boolean;
  fallback_cb: false;
  walker: '';
}

/** An entry that plugins add to the footer. @since 0.2.0 */
export interface FooterEntry {
  readonly title: string;
  readonly url: string;
  /** Of an entry, and of what it leads to, in another language than the page's: `pl`. */
  readonly language?: string;
  /** The column that it stands in: `legal` for terms and the like; with the help for shoppers when absent. @since 0.3.0 */
  readonly kind?: string;
}

/**
 * The site's menus (WordPress: nav-menu.php, nav-menu-template.php).
 * @since 0.2.0
 */
export interface MenusApi {
  /** Makes places for menus known, by name with what people read (`register_nav_menus`). */
  registerNavMenus(locations: Readonly<Record<string, string>>): Undo;
  /** Makes one place known (`register_nav_menu`). */
  registerNavMenu(location: string, description: string): Undo;
  /** False when there was no such place (`unregister_nav_menu`). */
  unregisterNavMenu(location: string): boolean;
  /** The places, by name (`get_registered_nav_menus`). */
  getRegisteredNavMenus(): Readonly<Record<string, string>>;
  /** The menu of each place that has one, by name (`get_nav_menu_locations`). */
  getNavMenuLocations(): Promise<Record<string, number>>;
  /** Gives places their menus, all anew (`set_theme_mod('nav_menu_locations', …)`). */
  setNavMenuLocations(menus: Readonly<Record<string, number>>): Promise<void>;
  /** Whether a place has a menu (`has_nav_menu`). */
  hasNavMenu(location: string): AsyncAnswer;
  /** All menus, by their names (`wp_get_nav_menus`). */
  wpGetNavMenus(): Promise<Term[]>;
  /** A menu by id, slug or name; false when there is none (`wp_get_nav_menu_object`). */
  wpGetNavMenuObject(menu: number | string | Term): Promise<Term | false>;
  /** The entries of a menu in their order; false when there is no such menu (`wp_get_nav_menu_items`). */
  wpGetNavMenuItems(menu: number | string | Term, args?: { post_status?: string }): Promise<NavMenuItem[] | false>;
  /** An entry as it is shown; null when the post is none (`wp_setup_nav_menu_item`). */
  wpSetupNavMenuItem(post: Post): Promise<NavMenuItem | null>;
  /** Makes (0) or changes a menu; `menu_exists` when another has the name (`wp_update_nav_menu_object`). */
  wpUpdateNavMenuObject(menuId: number, input?: NavMenuInput): Promise<number | WpError>;
  /** Makes (0) or changes an entry; its id (`wp_update_nav_menu_item`). */
  wpUpdateNavMenuItem(menuId: number, itemId: number, input?: NavMenuItemInput): Promise<number | WpError>;
  /** Removes a menu with its entries; false when there is none (`wp_delete_nav_menu`). */
  wpDeleteNavMenu(menu: number | string | Term): Promise<boolean | WpError>;
  /** Whether new pages are put at a menu's end. */
  isNavMenuAutoAdd(menuId: number): AsyncAnswer;
  /** Says whether new pages are put at a menu's end. */
  setNavMenuAutoAdd(menuId: number, adds: boolean): Promise<void>;
  /** A menu as HTML; empty when there is none (`wp_nav_menu`, without its fallback). */
  wpNavMenu(args?: Partial<NavMenuArgs>): Promise<string>;
}
