import type { PluginScope } from 'plinth';
import { checkboxScreen, type CheckboxScreenParts } from './checkbox-screen.js';
import { checkboxesScreen, type CheckboxesScreenParts } from './checkboxes-screen.js';
import { consentsScreen, type ConsentsScreenParts } from './consents-screen.js';
import { declarationsScreen, type DeclarationsScreenParts } from './declarations-screen.js';
import { registerDeactivationEffects } from './deactivation-effects.js';
import { createDecide } from './decisions.js';
import { type DeliveryBoxParts, registerDeliveryBox } from './delivery-meta-box.js';
import { noticesScreen } from '../notices/notices-screen.js';
import type { Notices } from '../notices/notices.js';
import { overviewScreen, type OverviewParts } from './overview-screen.js';
import { pagesScreen, type PagesScreenParts } from './pages-screen.js';
import { retentionScreen, type RetentionScreenParts } from './retention-screen.js';
import { safetyContactScreen, type SafetyContactScreenParts } from './safety-contact-screen.js';
import { safetyScreen } from './safety-screen.js';
import { SLUG } from './screen-path.js';
import { settingsScreen, type SettingsScreenParts } from './settings-screen.js';
import { statisticsScreen } from './statistics-screen.js';
import { registerWithdrawalBoxes, type WithdrawalBoxParts } from './withdrawal-meta-box.js';
import { wizardScreen, type WizardScreenParts } from './wizard-screen.js';

type AdminParts = CheckboxScreenParts &
  CheckboxesScreenParts &
  ConsentsScreenParts &
  DeclarationsScreenParts &
  DeliveryBoxParts &
  WithdrawalBoxParts &
  OverviewParts &
  PagesScreenParts &
  RetentionScreenParts &
  SafetyContactScreenParts &
  SettingsScreenParts &
  WizardScreenParts & { readonly notices: Notices };

/** Registers the plugin's admin screens in a submenu. */
export function registerAdmin(scope: PluginScope, parts: AdminParts): void {
  scope.enqueueStyle('compliance-admin', 'admin.css', { on: 'admin', onDemand: true });
  const screens = [
    overviewScreen(scope, parts),
    settingsScreen(scope, parts),
    checkboxesScreen(scope, parts),
    checkboxScreen(scope, parts),
    pagesScreen(scope, parts),
    noticesScreen(scope, { ...parts, parent: SLUG.overview }),
    statisticsScreen(scope, parts),
    consentsScreen(scope, parts),
    declarationsScreen(scope, parts),
    safetyScreen(scope, parts),
    safetyContactScreen(scope, parts),
    retentionScreen(scope, parts),
    wizardScreen(scope, parts),
  ];
  for (const screen of screens) scope.addMenuPage(screen);
  registerDeactivationEffects(scope, parts);
  registerDeliveryBox(scope, parts);
  registerWithdrawalBoxes(scope, parts, createDecide({ scope, ...parts }));
}
