import { registerHealthCheck } from './health.js';
import { facetEditScreen } from './facet-edit-screen.js';
import { facetsScreen } from './facets-screen.js';
import { landingEditScreen } from './landing-edit-screen.js';
import { analyticsScreen } from './analytics-screen.js';
import { landingsScreen } from './landings-screen.js';
import { ruleEditScreen } from './rule-edit-screen.js';
import { rulesScreen } from './rules-screen.js';
import { createSavedSettings } from './saved-facets.js';
import { registerPreview } from './preview.js';
import type { ScreenParts } from './screen-parts.js';
import { serverScreen } from './server-screen.js';
import { searchTermsScreen } from './search-terms-screen.js';

/** Registers the filter's admin screens and its site health check. */
export function registerAdmin(parts: ScreenParts): void {
  const saved = createSavedSettings(parts);
  parts.scope.enqueueStyle('facet-admin', 'admin.css', { on: 'admin', onDemand: true });
  parts.scope.enqueueScript('facet-builder', 'facet-builder.js', { on: 'admin', onDemand: true });
  parts.scope.enqueueScript('facet-rule', 'facet-rule.js', { on: 'admin', onDemand: true });
  const preview = registerPreview(parts);
  parts.scope.addMenuPage(facetsScreen(parts, saved, preview));
  parts.scope.addMenuPage(facetEditScreen(parts, saved, preview));
  parts.scope.addMenuPage(landingsScreen(parts));
  parts.scope.addMenuPage(landingEditScreen(parts));
  parts.scope.addMenuPage(searchTermsScreen(parts));
  parts.scope.addMenuPage(rulesScreen(parts));
  parts.scope.addMenuPage(ruleEditScreen(parts));
  parts.scope.addMenuPage(analyticsScreen(parts));
  parts.scope.addMenuPage(serverScreen(parts));
  registerHealthCheck(parts.scope, parts);
}
