import { registerHealthCheck } from './health.js';
import { facetEditScreen } from './facet-edit-screen.js';
import { facetsScreen } from './facets-screen.js';
import { createSavedSettings } from './saved-facets.js';
import type { ScreenParts } from './screen-parts.js';

/** The screens of the filter, and its line in site health. */
export function registerAdmin(parts: ScreenParts): void {
  const saved = createSavedSettings(parts);
  parts.scope.enqueueStyle('facet-admin', 'admin.css', { on: 'admin', onDemand: true });
  parts.scope.addMenuPage(facetsScreen(parts, saved));
  parts.scope.addMenuPage(facetEditScreen(parts, saved));
  registerHealthCheck(parts.scope, parts);
}
