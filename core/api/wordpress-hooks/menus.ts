import type { NavMenuArgs, NavMenuInput, NavMenuItem, NavMenuItemInput } from '../menus.js';
import type { PostQuery } from '../post-query.js';
import type { Term } from '../terms.js';

/** WordPress's hooks of menus, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    get_nav_menu: (menu: Term, taxonomy: string) => Term;
    get_term: (term: Term, taxonomy: string) => Term;
    nav_menu_css_class: (classes: string[], item: NavMenuItem, args: NavMenuArgs, depth: number) => string[];
    nav_menu_item_args: (args: NavMenuArgs, item: NavMenuItem, depth: number) => NavMenuArgs;
    nav_menu_item_attributes: (
      attributes: Record<string, unknown>,
      item: NavMenuItem,
      args: NavMenuArgs,
      depth: number,
    ) => Record<string, unknown>;
    nav_menu_item_id: (itemId: string, item: NavMenuItem, args: NavMenuArgs, depth: number) => string;
    nav_menu_item_title: (title: string, item: NavMenuItem, args: NavMenuArgs, depth: number) => string;
    nav_menu_link_attributes: (
      attributes: Record<string, unknown>,
      item: NavMenuItem,
      args: NavMenuArgs,
      depth: number,
    ) => Record<string, unknown>;
    nav_menu_submenu_attributes: (
      attributes: Record<string, unknown>,
      args: NavMenuArgs,
      depth: number,
    ) => Record<string, unknown>;
    nav_menu_submenu_css_class: (classes: string[], args: NavMenuArgs, depth: number) => string[];
    pre_wp_nav_menu: (html: string | null, args: NavMenuArgs) => string | null;
    walker_nav_menu_start_el: (html: string, item: NavMenuItem, depth: number, args: NavMenuArgs) => string;
    wp_get_nav_menu_items: (items: NavMenuItem[], menu: Term, args: PostQuery) => NavMenuItem[];
    wp_get_nav_menu_object: (menu: Term | false, idOrName: string | number | Term) => Term | false;
    wp_get_nav_menus: (menus: Term[], args: Record<string, unknown>) => Term[];
    wp_nav_menu: (html: string, args: NavMenuArgs) => string;
    wp_nav_menu_args: (args: NavMenuArgs) => NavMenuArgs;
    wp_nav_menu_items: (items: string, args: NavMenuArgs) => string;
    wp_nav_menu_objects: (items: NavMenuItem[], args: NavMenuArgs) => NavMenuItem[];
    wp_setup_nav_menu_item: (item: NavMenuItem) => NavMenuItem;
  }

  interface Actions {
    wp_add_nav_menu_item: (menuId: number, itemId: number, input: NavMenuItemInput) => void;
    wp_create_nav_menu: (menuId: number, data: NavMenuInput & { 'menu-name': string }) => void;
    wp_delete_nav_menu: (menuId: number) => void;
    wp_update_nav_menu: (menuId: number, data?: NavMenuInput & { 'menu-name': string }) => void;
    wp_update_nav_menu_item: (menuId: number, itemId: number, input: NavMenuItemInput) => void;
  }
}

export type {};
