/**
 * Names of the admin icons accepted as `icon` of a screen.
 * @since 0.1.0
 */
export const ADMIN_ICONS = [
  'dashboard',
  'page',
  'post',
  'comment',
  'media',
  'plugins',
  'users',
  'user',
  'tools',
  'settings',
  'cart',
  'product',
  'store',
  'shield',
  'filter',
  'chart',
  'home',
  'menu',
  'appearance',
  'exit',
  'search',
  'calendar',
  'mail',
  'tag',
  'star',
  'link',
  'lock',
  'truck',
  'heart',
  'info',
  'code',
  'map',
] as const;

/**
 * An admin icon. Any other string falls back to the page icon and is logged.
 * @since 0.1.0
 */
export type AdminIcon = (typeof ADMIN_ICONS)[number] | (string & Record<never, never>);
