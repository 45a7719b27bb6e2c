/** The names of the admin's icons, as `icon` of a screen takes them. @since 0.2.0 */
export const ADMIN_ICONS = [
  'dashboard', 'page', 'post', 'comment', 'media', 'plugins', 'users', 'user', 'tools', 'settings', 'cart', 'product',
  'store', 'shield', 'filter', 'chart', 'home', 'menu', 'appearance', 'exit', 'search', 'calendar', 'mail', 'tag',
  'star', 'link', 'lock', 'truck', 'heart', 'info', 'code', 'map',
] as const;

/** An icon of the admin; any other text has the icon of a page, and is named in the log. @since 0.2.0 */
export type AdminIcon = (typeof ADMIN_ICONS)[number] | (string & Record<never, never>);
