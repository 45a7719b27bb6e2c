import { definePlugin } from 'plinth';
import { PRUNE_ACCOUNTS, registerConfirmedAccounts } from './accounts/register.js';
import { registerAdmin } from './admin/register.js';
import { complianceWords } from './audit/compliance-words.js';
import { registerChecks } from './checks/register.js';
import { settingsTable } from './database/001-settings.js';
import { boxTables } from './database/002-boxes.js';
import { legalPageTable } from './database/003-legal-pages.js';
import { wizardTable } from './database/004-wizard.js';
import { formTokens } from './database/005-form-tokens.js';
import { priceLedger } from './database/006-prices.js';
import { declarationTables } from './database/007-declarations.js';
import { confirmationTable } from './database/008-confirmations.js';
import { doubtColumn } from './database/009-doubts.js';
import { widePrices } from './database/010-wide-prices.js';
import { declarationEnd } from './database/011-declaration-end.js';
import { refusedLetters } from './database/012-refused-letters.js';
import { indexAddresses } from './database/013-index-addresses.js';
import { dropTables } from './database/uninstall.js';
import { createReceipts } from './declarations/receipts.js';
import { registerDeclarations } from './declarations/register.js';
import { loadDemo } from './demo/load-demo.js';
import { registerForms } from './forms/register.js';
import { registerInvoiceFields } from './orders/invoice-fields.js';
import { registerLetterFooter } from './orders/letter-footer.js';
import { registerLegalAttachments } from './orders/legal-attachments.js';
import { registerOrderLimits } from './orders/order-limits.js';
import { registerFooterLinks } from './pages/footer-links.js';
import { PRUNE_PRICES, registerOmnibus } from './omnibus/register.js';
import { registerPrivacyCommands } from './privacy/personal-data.js';
import { registerPriceDisplay } from './product/price-display.js';
import { registerProductFields } from './product/product-fields.js';
import { registerProductPage } from './product/product-page.js';
import { createParts } from './parts.js';
import { registerBoxRoutes } from './rest/box-routes.js';
import { registerPageRoutes } from './rest/page-routes.js';
import { declareResponseFilters } from './rest/route.js';
import { registerSearchRoute } from './rest/search-route.js';
import { registerSettingsRoutes } from './rest/settings-routes.js';
import { registerWizardRoute } from './rest/wizard-routes.js';
import { registerSearchField } from './search/search-field.js';

/** What pages show of the plugin's settings. */
const SHOWN_TABLES = ['compliance_settings', 'compliance_checkboxes', 'compliance_legal_pages', 'compliance_text_versions', 'compliance_wizard_steps'];
const DAILY = [PRUNE_PRICES, PRUNE_ACCOUNTS] as const;

/** Compliance of a shop with EU and Polish consumer law: `shop/v1`, legal boxes and pages, and what the shop must say. */
export default definePlugin({
  migrations: [settingsTable, boxTables, legalPageTable, wizardTable, formTokens, priceLedger, declarationTables, confirmationTable, doubtColumn, widePrices, declarationEnd, refusedLetters, indexAddresses],
  async activate(scope) {
    const parts = createParts(scope);
    await parts.boxes.seed();
    await parts.ledger.begin();
  },
  async boot(scope) {
    scope.watchTables('compliance.settings', SHOWN_TABLES);
    scope.watchTables('compliance.prices', ['compliance_prices']);
    const parts = createParts(scope);
    declareResponseFilters(scope);
    scope.audit.describe(() => complianceWords(scope));
    registerSettingsRoutes(scope, parts.settings);
    registerBoxRoutes(scope, parts);
    registerPageRoutes(scope, parts);
    registerSearchRoute(scope, parts);
    registerWizardRoute(scope, parts);
    registerSearchField(scope, parts);
    scope.enqueueStyle('compliance-forms', 'forms.css', { onDemand: true });
    registerForms(scope, parts);
    registerConfirmedAccounts(scope, parts);
    registerInvoiceFields(scope, parts);
    registerOrderLimits({ scope, ...parts });
    registerLegalAttachments({ scope, ...parts });
    registerFooterLinks(scope, parts);
    registerLetterFooter(scope, parts);
    const receipts = createReceipts({ scope, ...parts });
    registerDeclarations(scope, { ...parts, receipts });
    registerChecks(scope, parts);
    registerPrivacyCommands(scope, parts);
    registerAdmin(scope, { ...parts, receipts });
    registerProductFields(scope, parts.settings);
    registerProductPage(scope, parts);
    registerPriceDisplay(scope, parts);
    scope.enqueueStyle('compliance-product', 'product.css', { onDemand: true });
    registerOmnibus(scope, parts);
    scope.addAction(PRUNE_PRICES, () => parts.forms.prune());
    for (const hook of DAILY) if ((await scope.wpNextScheduled(hook)) === false) await scope.wpScheduleEvent(Math.floor(Date.now() / 1000) + 3600, 'daily', hook);
    scope.addFilter('store/order_button_text', async () => parts.words(await parts.settings.values(), 'order_button_text'));
    scope.addAction('plinth/load_demo', () => loadDemo({ scope, ...parts }), 20);
  },
  async deactivate(scope) {
    for (const hook of DAILY) await scope.wpUnscheduleHook(hook);
    // Nobody watches now who logs in, so nobody may be removed later for not having confirmed.
    await createParts(scope).confirmations.settleAll();
  },
  async uninstall(scope, { deleteData }) {
    if (deleteData && (await createParts(scope).settings.values()).flag('remove_data_on_uninstall')) await dropTables(scope);
  },
});
