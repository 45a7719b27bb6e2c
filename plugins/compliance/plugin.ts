import { definePlugin, type PluginScope } from 'plinth';
import { PRUNE_ACCOUNTS, registerConfirmedAccounts } from './accounts/register.js';
import { registerAdmin } from './admin/register.js';
import { ANCHOR_RECORDS, registerAudit } from './audit/register.js';
import { complianceLabels } from './audit/audit-texts.js';
import { createScanJob, SCAN_DAILY, type ScanJob } from './checks/scan-job.js';
import { LAW_OPTION } from './checks/law-table.js';
import { registerChecks } from './checks/register.js';
import { MIGRATIONS } from './database/migrations.js';
import { dropTables } from './database/uninstall.js';
import { registerContractRecords } from './declarations/contract-records.js';
import { registerDigitalSupply } from './declarations/digital-supply.js';
import { registerOrderLinks } from './declarations/order-links.js';
import { SEND_QUEUED_RECEIPTS } from './declarations/receipt-delivery.js';
import { createReceipts, type Receipts } from './declarations/receipts.js';
import { registerDeclarations } from './declarations/register.js';
import { loadDemo } from './demo/load-demo.js';
import { registerConsentPages } from './forms/consent-pages.js';
import { registerForms } from './forms/register.js';
import { registerCommercialEmails } from './forms/commercial-emails.js';
import './contract/index.js';
import { registerInvoices, SEND_INVOICES } from './invoices/register.js';
import type { Senders } from './invoices/senders.js';
import { registerInvoiceFields } from './orders/invoice-fields.js';
import { registerContractConfirmation, registerEmailFooter, registerLegalAttachments } from './orders/order-emails.js';
import { registerShopEmail } from './emails/shop-email.js';
import { registerOrderLimits } from './orders/order-limits.js';
import { registerNotices } from './notices/register.js';
import { registerPageRefresh } from './pages/refresh.js';
import { registerFooterLinks } from './pages/footer-links.js';
import { registerPageLanguages } from './pages/page-languages.js';
import { declareShopFacts } from './pages/shop-facts.js';
import { registerPriceImportCommand } from './omnibus/price-import-command.js';
import { PRUNE_PRICES, registerOmnibus } from './omnibus/register.js';
import { registerAccountErasure } from './privacy/account-erasure.js';
import { registerPrivacyCommands } from './privacy/commands.js';
import { registerSpellings } from './privacy/spellings.js';
import { registerHostRecords } from './privacy/host-records.js';
import { registerPersonalDataRequests } from './privacy/personal-data-requests.js';
import { registerPriceDisplay } from './product/price-display.js';
import { registerProductFields, registerSafetyFields } from './product/product-fields.js';
import { registerDeliveryTextFilter } from './product/delivery-time.js';
import { registerProductPage } from './product/product-page.js';
import { registerSectorFields, registerSectorInfo } from './product/sector-fields.js';
import { createPluginServices } from './services.js';
import { ACCOUNT_USE_META, createUnusedAccountEmails } from './retention/unused-account-email.js';
import { announceCompliance, registerRetention, RETENTION_EVENT } from './retention/register.js';
import { createOldRecords } from './retention/old-records.js';
import { createBuiltInRules } from './retention/built-in-rules.js';
import { createUnusedAccounts } from './retention/unused-accounts.js';
import { registerCheckboxRoutes } from './rest/checkbox-routes.js';
import { registerPageRoutes } from './rest/page-routes.js';
import { declareResponseFilters } from './rest/route.js';
import { registerSearchRoute } from './rest/search-route.js';
import { registerSettingsRoutes } from './rest/settings-routes.js';
import { registerWizardRoute } from './rest/wizard-routes.js';
import { registerSearchField } from './search/search-field.js';
import { registerContactPersonalData } from './safety/personal-data.js';
import { registerProductException } from './withdrawal/product-exception.js';

/** Tables whose changes affect pages. */
const PAGE_TABLES = [
  'compliance_settings',
  'compliance_checkboxes',
  'compliance_legal_pages',
  'compliance_text_versions',
  'compliance_wizard_steps',
  'compliance_page_translations',
  'compliance_notices',
  'compliance_safety_contacts',
];
const DAILY_EVENTS = [PRUNE_PRICES, PRUNE_ACCOUNTS, ANCHOR_RECORDS, SCAN_DAILY, RETENTION_EVENT] as const;
const HOURLY_EVENTS = [SEND_INVOICES, SEND_QUEUED_RECEIPTS] as const;

type PluginServices = ReturnType<typeof createPluginServices>;

/** Registers the plugin's hooks and REST routes. */
function registerRest(scope: PluginScope, parts: PluginServices): void {
  declareResponseFilters(scope);
  declareShopFacts(scope);
  scope.audit.describe(() => complianceLabels(scope));
  registerSettingsRoutes(scope, parts.settings);
  registerCheckboxRoutes(scope, parts);
  registerPageRoutes(scope, parts);
  registerSearchRoute(scope, parts);
  registerWizardRoute(scope, parts);
}

/**
 * Registers the checkboxes in the shop's forms, and features of orders.
 * @returns the registry of invoice senders
 */
function registerFormsAndOrders(scope: PluginScope, parts: PluginServices): Pick<Senders, 'registry'> {
  registerSearchField(scope, parts);
  scope.enqueueStyle('compliance-forms', 'forms.css', { onDemand: true });
  registerForms(scope, parts);
  registerConsentPages(scope, parts);
  registerCommercialEmails(scope, parts);
  registerConfirmedAccounts(scope, parts);
  registerInvoiceFields(scope, parts);
  const senders = registerInvoices(scope, parts);
  registerOrderLimits({ scope, ...parts });
  registerLegalAttachments({ scope, ...parts });
  registerPageRefresh({ scope, ...parts });
  registerFooterLinks(scope, parts);
  registerPageLanguages(scope, parts);
  registerNotices(scope, parts);
  registerEmailFooter(scope, parts);
  registerShopEmail(scope, parts);
  registerContractConfirmation(scope, parts);
  return senders;
}

/** Registers withdrawals and reports, the checks, and personal data. */
function registerDeclarationsAndChecks(
  scope: PluginScope,
  parts: PluginServices,
): { receipts: Receipts; scanJob: ScanJob } {
  const receipts = createReceipts({ scope, ...parts });
  registerDeclarations(scope, { ...parts, receipts });
  const scanJob = createScanJob({ scope, ...parts });
  registerContractRecords(scope, parts);
  registerDigitalSupply(scope, parts);
  registerOrderLinks(scope, parts);
  registerProductException(scope, parts);
  registerChecks(scope, { ...parts, scanJob });
  registerAudit(scope, parts);
  registerPriceImportCommand(scope, parts);
  registerPrivacyCommands(scope, parts);
  registerPersonalDataRequests(scope, parts);
  registerHostRecords(scope);
  registerContactPersonalData(scope);
  registerAccountErasure(scope, parts);
  registerSpellings(scope);
  return { receipts, scanJob };
}

/** Registers the retention rules, and announces the registries to other plugins. */
function registerRetentionRules(scope: PluginScope, parts: PluginServices, senders: Pick<Senders, 'registry'>): void {
  const unusedAccounts = createUnusedAccounts({
    scope,
    personalData: parts.personalData,
    emails: createUnusedAccountEmails({ scope, clock: parts.clock, getShopEmail: parts.getShopEmail }),
  });
  const rules = createBuiltInRules({
    scope,
    settings: parts.settings,
    oldRecords: createOldRecords({ db: scope.db, declarations: parts.declarations }),
    removeUnusedAccounts: unusedAccounts,
  });
  registerRetention(scope, { retention: parts.retention, clock: parts.clock, rules });
  announceCompliance(scope, { senders: senders.registry, rules: parts.retention.registry, builtInRules: rules });
}

/** Registers the features of product pages. */
function registerProducts(scope: PluginScope, parts: PluginServices): void {
  registerProductFields(scope, parts.settings);
  registerSafetyFields(scope, parts);
  registerSectorFields(scope);
  registerProductPage(scope, parts);
  registerSectorInfo(scope);
  registerPriceDisplay(scope, parts);
  registerDeliveryTextFilter(scope, parts.settings);
  scope.enqueueStyle('compliance-product', 'product.css', { onDemand: true });
  registerOmnibus(scope, parts);
  scope.addAction(PRUNE_PRICES, () => parts.forms.prune());
}

async function scheduleJobs(scope: PluginScope): Promise<void> {
  for (const hook of DAILY_EVENTS)
    if ((await scope.wpNextScheduled(hook)) === false)
      await scope.wpScheduleEvent(Math.floor(Date.now() / 1000) + 3600, 'daily', hook);
  for (const hook of HOURLY_EVENTS)
    if ((await scope.wpNextScheduled(hook)) === false)
      await scope.wpScheduleEvent(Math.floor(Date.now() / 1000) + 600, 'hourly', hook);
}

/**
 * Compliance of a shop with EU and Polish consumer law: `shop/v1`, legal checkboxes and pages, and mandatory
 * information.
 */
export default definePlugin({
  migrations: MIGRATIONS,
  async activate(scope) {
    const parts = createPluginServices(scope);
    await parts.checkboxes.seed();
    await parts.priceHistory.start();
  },
  async boot(scope) {
    scope.cache.trackTables('compliance.settings', PAGE_TABLES);
    scope.cache.trackTables('compliance.prices', ['compliance_prices']);
    const parts = createPluginServices(scope);
    registerRest(scope, parts);
    const senders = registerFormsAndOrders(scope, parts);
    const { receipts, scanJob } = registerDeclarationsAndChecks(scope, parts);
    registerRetentionRules(scope, parts, senders);
    registerAdmin(scope, { ...parts, receipts, scanJob });
    registerProducts(scope, parts);
    await scheduleJobs(scope);
    scope.addFilter('store/order_button_text', async () =>
      parts.labels(await parts.settings.values(), 'order_button_text'),
    );
    scope.addAction('plinth/load_demo', () => loadDemo({ scope, ...parts }), 20);
  },
  async deactivate(scope) {
    for (const hook of [...DAILY_EVENTS, ...HOURLY_EVENTS]) await scope.wpUnscheduleHook(hook);
    // Logins are no longer tracked, so no account may later be deleted for lack of confirmation.
    await createPluginServices(scope).confirmations.confirmAll();
  },
  async uninstall(scope, { deleteData }) {
    if (deleteData && (await createPluginServices(scope).settings.values()).flag('remove_data_on_uninstall'))
      await Promise.all([
        dropTables(scope),
        scope.deleteOption(LAW_OPTION),
        scope
          .db()('usermeta')
          .whereIn('meta_key', [...ACCOUNT_USE_META])
          .delete(),
      ]);
  },
});
