import type { PluginScope } from 'plinth';
import { boxScreen, type BoxScreenParts } from './box-screen.js';
import { boxesScreen, type BoxesScreenParts } from './boxes-screen.js';
import { consentsScreen, type ConsentsScreenParts } from './consents-screen.js';
import { declarationsScreen, type DeclarationsScreenParts } from './declarations-screen.js';
import { overviewScreen, type OverviewParts } from './overview-screen.js';
import { pagesScreen, type PagesScreenParts } from './pages-screen.js';
import { settingsScreen } from './settings-screen.js';
import { statisticsScreen } from './statistics-screen.js';
import { wizardScreen, type WizardScreenParts } from './wizard-screen.js';

type AdminParts = BoxScreenParts & BoxesScreenParts & ConsentsScreenParts & DeclarationsScreenParts & OverviewParts & PagesScreenParts & WizardScreenParts;

/** The screens of the plugin, below one entry of the menu. */
export function registerAdmin(scope: PluginScope, parts: AdminParts): void {
  scope.enqueueStyle('compliance-admin', 'admin.css', { on: 'admin', onDemand: true });
  const screens = [
    overviewScreen(scope, parts), settingsScreen(scope, parts.settings), boxesScreen(scope, parts), boxScreen(scope, parts), pagesScreen(scope, parts),
    statisticsScreen(scope, parts), consentsScreen(scope, parts), declarationsScreen(scope, parts), wizardScreen(scope, parts),
  ];
  for (const screen of screens) scope.addMenuPage(screen);
}
