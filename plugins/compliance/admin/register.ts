import type { PluginScope } from 'plinth';
import { createCheckboxScreen, type CheckboxScreenParts } from './checkbox-screen.js';
import { createCheckboxesScreen, type CheckboxesScreenParts } from './checkboxes-screen.js';
import { createConsentsScreen, type ConsentsScreenParts } from './consents-screen.js';
import { createDeclarationsScreen, type DeclarationsScreenParts } from './declarations-screen.js';
import { registerDeactivationEffects } from './deactivation-effects.js';
import { createDecisionHandler } from './decisions.js';
import { type DeliveryBoxParts, registerDeliveryMetaBox } from './delivery-meta-box.js';
import { createNoticesScreen } from '../notices/notices-screen.js';
import type { Notices } from '../notices/notices.js';
import { createInvoicesScreen, type InvoicesScreenDeps } from './invoices-screen.js';
import { createOverviewScreen, type OverviewParts } from './overview-screen.js';
import { createPagesScreen, type PagesScreenParts } from './pages-screen.js';
import { createRetentionScreen, type RetentionScreenParts } from './retention-screen.js';
import { createSafetyContactScreen, type SafetyContactScreenParts } from './safety-contact-screen.js';
import { createSafetyScreen } from './safety-screen.js';
import { SLUG } from './screen-path.js';
import { createSettingsScreen, type SettingsScreenParts } from './settings-screen.js';
import { createStatisticsScreen } from './statistics-screen.js';
import { registerWithdrawalMetaBoxes, type WithdrawalBoxParts } from './withdrawal-meta-box.js';
import { registerWithdrawalNotices, type WithdrawalNoticesDeps } from './withdrawal-notices.js';
import { createWizardScreen, type WizardScreenParts } from './wizard-screen.js';

type AdminParts = CheckboxScreenParts &
  CheckboxesScreenParts &
  ConsentsScreenParts &
  DeclarationsScreenParts &
  DeliveryBoxParts &
  InvoicesScreenDeps &
  WithdrawalBoxParts &
  WithdrawalNoticesDeps &
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
    createOverviewScreen(scope, parts),
    createSettingsScreen(scope, parts),
    createCheckboxesScreen(scope, parts),
    createCheckboxScreen(scope, parts),
    createPagesScreen(scope, parts),
    createNoticesScreen(scope, { ...parts, parent: SLUG.overview }),
    createStatisticsScreen(scope, parts),
    createConsentsScreen(scope, parts),
    createDeclarationsScreen(scope, parts),
    createInvoicesScreen(scope, parts),
    createSafetyScreen(scope, parts),
    createSafetyContactScreen(scope, parts),
    createRetentionScreen(scope, parts),
    createWizardScreen(scope, parts),
  ];
  for (const screen of screens) scope.addMenuPage(screen);
  registerDeactivationEffects(scope, parts);
  registerDeliveryMetaBox(scope, parts);
  registerWithdrawalNotices(scope, parts);
  registerWithdrawalMetaBoxes(scope, parts, createDecisionHandler({ scope, ...parts }));
}
