import type { PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import type { Reindex } from '../index/reindex.js';
import type { IndexTable } from '../index/index-table.js';

/** Dependencies of the filter's admin screens. */
export interface ScreenDeps {
  readonly scope: PluginScope;
  readonly running: RunningFilter;
  readonly reindex: Reindex;
  readonly table: IndexTable;
}

export const SLUG = 'facet';
export const EDIT_SLUG = 'facet-edit';
export const LANDINGS_SLUG = 'facet-landings';
export const LANDING_EDIT_SLUG = 'facet-landing';
export const SEARCH_TERMS_SLUG = 'facet-search-terms';
export const RULES_SLUG = 'facet-rules';
export const RULE_EDIT_SLUG = 'facet-rule';
export const SERVER_SLUG = 'facet-server';
export const ANALYTICS_SLUG = 'facet-analytics';
export const screenPath = (slug: string, query = ''): string => `/wp-admin/admin.php?page=${slug}${query}`;
