import { registerHealthCheck } from './health.js';
import { createFacetEditScreen } from './facet-edit-screen.js';
import { createFacetsScreen } from './facets-screen.js';
import { createLandingEditScreen } from './landing-edit-screen.js';
import { createAnalyticsScreen } from './analytics-screen.js';
import { createLandingsScreen } from './landings-screen.js';
import { createRuleEditScreen } from './rule-edit-screen.js';
import { createRulesScreen } from './rules-screen.js';
import { createSavedSettings } from './saved-facets.js';
import { registerPreview } from './preview.js';
import type { ScreenDeps } from './screen-parts.js';
import { createServerScreen } from './server-screen.js';
import { createSearchTermsScreen } from './search-terms-screen.js';

/** Registers the filter's admin screens and its site health check. */
export function registerAdmin(parts: ScreenDeps): void {
  const saved = createSavedSettings(parts);
  parts.scope.enqueueStyle('facet-admin', 'admin.css', { on: 'admin', onDemand: true });
  parts.scope.enqueueScript('facet-builder', 'facet-builder.js', { on: 'admin', onDemand: true });
  parts.scope.enqueueScript('facet-rule', 'facet-rule.js', { on: 'admin', onDemand: true });
  const preview = registerPreview(parts);
  parts.scope.addMenuPage(createFacetsScreen(parts, saved, preview));
  parts.scope.addMenuPage(createFacetEditScreen(parts, saved, preview));
  parts.scope.addMenuPage(createLandingsScreen(parts));
  parts.scope.addMenuPage(createLandingEditScreen(parts));
  parts.scope.addMenuPage(createSearchTermsScreen(parts));
  parts.scope.addMenuPage(createRulesScreen(parts));
  parts.scope.addMenuPage(createRuleEditScreen(parts));
  parts.scope.addMenuPage(createAnalyticsScreen(parts));
  parts.scope.addMenuPage(createServerScreen(parts));
  registerHealthCheck(parts.scope, parts);
}
