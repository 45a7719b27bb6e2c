import type { PluginScope } from 'plinth';
import type { Suggest } from '../embed/suggestions.js';
import type { RunningFilter } from '../facet-plugin.js';
import type { Reindex } from '../index/reindex.js';
import { registerCatalogRoute } from './catalog-route.js';
import { createEndpoint } from './endpoint.js';
import { registerFilterRoute } from './filter-route.js';
import { registerReindexRoutes } from './reindex-routes.js';
import { registerSearchTermsRoutes } from './search-terms-routes.js';
import { registerSettingsRoutes } from './settings-routes.js';
import { registerSuggestRoute } from './suggest-route.js';
import { registerValuesRoute } from './values-route.js';

/** Registers the routes of the namespace `facet/v1`. */
export function registerRoutes(scope: PluginScope, running: RunningFilter, reindex: Reindex, suggest: Suggest): void {
  const endpoint = createEndpoint(scope);
  registerFilterRoute(scope, running, endpoint);
  registerSettingsRoutes(scope, running, endpoint);
  registerSearchTermsRoutes(scope, running, endpoint);
  registerCatalogRoute(scope, running, endpoint);
  registerReindexRoutes(scope, reindex, endpoint);
  registerSuggestRoute(scope, suggest, endpoint);
  registerValuesRoute(scope, running, endpoint);
}
