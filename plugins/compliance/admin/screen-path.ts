import { DECLARATIONS_SLUG } from '../declarations/declaration-urls.js';

/** Slugs of the plugin's admin screens. */
export const SLUG = {
  overview: 'compliance',
  settings: 'compliance-settings',
  checkboxes: 'compliance-checkboxes',
  checkbox: 'compliance-checkbox',
  pages: 'compliance-pages',
  statistics: 'compliance-statistics',
  consents: 'compliance-consents',
  declarations: DECLARATIONS_SLUG,
  retention: 'compliance-retention',
  safety: 'compliance-safety',
  safetyContact: 'compliance-safety-contact',
  wizard: 'compliance-wizard',
} as const;

/**
 * Returns the path of an admin screen on this site.
 * @param params additional query parameters
 */
export function screenPath(slug: string, params: Readonly<Record<string, string>> = {}): string {
  return `/wp-admin/admin.php?${new URLSearchParams({ page: slug, ...params }).toString()}`;
}
