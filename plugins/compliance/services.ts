import type { PluginScope } from 'plinth';
import { createAnchors } from './audit/anchors.js';
import { createConfirmations } from './accounts/confirmations.js';
import { createCheckboxes } from './consents/checkboxes.js';
import { createConditionReferences } from './consents/condition-references.js';
import { createConsentLog } from './consents/consents.js';
import { createFreeConsents } from './consents/standalone-consents.js';
import { createVisibleCheckbox } from './consents/built-in.js';
import { createCheckboxStatistics } from './consents/statistics.js';
import { createTextVersions } from './consents/text-versions.js';
import { createBrowserScan } from './checks/browser-scan.js';
import { createChecks } from './checks/checks.js';
import { createOwnerConfirmations } from './checks/owner-confirmations.js';
import { createScans } from './checks/scans.js';
import { createDeclarationEmails } from './declarations/declaration-email.js';
import { createDeclarations } from './declarations/declarations.js';
import { createKnownOrders } from './declarations/known-orders.js';
import { createReceiptStates } from './declarations/receipt-states.js';
import { createReportCases } from './declarations/report-cases.js';
import { createReturnTerms } from './declarations/return-terms.js';
import { createReadWithdrawals } from './declarations/withdrawals.js';
import { createFormCheckboxes } from './forms/conditions.js';
import { createConsentRecord } from './forms/consent-record.js';
import { createCountedForms, createFormIdentity } from './forms/form-identity.js';
import { createInvoiceStore } from './invoices/invoice-store.js';
import { createOrderRefunds } from './invoices/order-refunds.js';
import { createWaitingOrders } from './invoices/waiting-orders.js';
import { createConsentLinks } from './forms/commercial-emails.js';
import { createGetShopEmail } from './emails/shop-email.js';
import { createBouncedEmails } from './emails/bounced-emails.js';
import { createLowestPrices } from './omnibus/lowest-prices.js';
import { createPersonalData } from './privacy/personal-data.js';
import { createPriceImport } from './omnibus/price-import.js';
import { createPriceHistory } from './omnibus/price-history.js';
import { createNotices } from './notices/notices.js';
import { createGenerator, createTemplateDataReader } from './pages/generator.js';
import { createPageErrors } from './pages/page-errors.js';
import { createLegalPages } from './pages/legal-pages.js';
import { type Catalog, createPaymentMethods, createReadOrder, type ShopSearch } from './store/shop.js';
import { createRetention } from './retention/retention.js';
import { createSafetyContacts } from './safety/contacts.js';
import { createSafetyProducts } from './safety/safety-products.js';
import { createShopTexts } from './settings/shop-texts.js';
import { createSettings } from './settings/settings.js';
import { createClock } from './time/clock.js';
import { createContracts } from './withdrawal/contracts.js';
import { createDeadlines } from './withdrawal/deadlines.js';
import { getExceptions } from './withdrawal/product-exception.js';
import { createWizard } from './wizard/wizard.js';

/** Services that nearly all others need: time, settings, checkboxes, and access to the shop. */
function createBaseServices(scope: PluginScope) {
  const { db } = scope;
  const clock = createClock(scope);
  const checkboxes = createCheckboxes({ db, clock, audit: scope.audit });
  const settings = createSettings(scope, checkboxes.switches);
  const catalog = (): Catalog | undefined =>
    scope.services.has('store.catalog') ? scope.services.get('store.catalog') : undefined;
  const shopSearch = (): ShopSearch | undefined =>
    scope.services.has('store.search') ? scope.services.get('store.search') : undefined;
  const payments = createPaymentMethods(scope);
  return {
    clock,
    checkboxes,
    settings,
    catalog,
    shopSearch,
    payments,
    conditionReferences: createConditionReferences(catalog, payments),
    labels: createShopTexts(scope),
    getShopEmail: createGetShopEmail(scope, settings),
    readOrder: createReadOrder(scope),
  };
}

type BaseServices = ReturnType<typeof createBaseServices>;

/** Legal pages and official notices. */
function createPageServices(scope: PluginScope, { clock, checkboxes, settings, labels, catalog }: BaseServices) {
  const readTemplateData = createTemplateDataReader({ scope, settings, clock, labels, catalog });
  const generator = createGenerator(readTemplateData);
  return {
    readTemplateData,
    generator,
    pages: createLegalPages({ scope, clock, checkboxes }),
    pageErrors: createPageErrors({ scope, settings, generator, catalog }),
    notices: createNotices({ scope, clock }),
  };
}

/** Consents, and the forms in which they are given. */
function createConsentServices(
  scope: PluginScope,
  { clock, checkboxes, settings, catalog, conditionReferences: references }: BaseServices,
  { pages }: Pick<ReturnType<typeof createPageServices>, 'pages'>,
) {
  const { db } = scope;
  const statistics = createCheckboxStatistics({ db, clock });
  const versions = createTextVersions({ db, clock });
  const consents = createConsentLog({ db, clock, doAction: scope.doAction });
  const forms = createCountedForms({ db, clock });
  const identity = createFormIdentity(scope);
  return {
    statistics,
    versions,
    consents,
    forms,
    identity,
    freeConsents: createFreeConsents({ db, consents }),
    links: createConsentLinks(scope),
    formCheckboxes: createFormCheckboxes({
      checkboxes,
      settings,
      conditionReferences: references,
      toVisibleCheckbox: createVisibleCheckbox(scope),
      getExceptions: (productIds) => getExceptions(catalog(), productIds),
      getSeller: async () =>
        scope.escHtml((await settings.values()).text('company_name').trim() || (await scope.siteName())),
    }),
    record: createConsentRecord({ scope, pages, versions, consents, statistics, forms, identity }),
  };
}

/** Withdrawals and reports, and the related contracts. */
function createDeclarationServices(
  scope: PluginScope,
  { clock, checkboxes, settings, readOrder, getShopEmail }: BaseServices,
  { consents }: Pick<ReturnType<typeof createConsentServices>, 'consents'>,
) {
  const { db } = scope;
  const declarations = createDeclarations({ db, clock, audit: scope.audit });
  const bouncedEmails = createBouncedEmails({ db, clock });
  const cases = createReportCases({ db, clock });
  const contracts = createContracts({ db });
  const deadlines = createDeadlines({ contracts, settings, clock, checkboxes, consents });
  const returnTerms = createReturnTerms({ scope, settings, clock, deadlines, readOrder });
  return {
    declarations,
    receiptStates: createReceiptStates({ db, clock }),
    bouncedEmails,
    cases,
    contracts,
    deadlines,
    readWithdrawals: createReadWithdrawals({ services: scope.services, declarations, deadlines }),
    returnTerms,
    declarationEmails: createDeclarationEmails({ scope, getShopEmail, clock, cases, returnTerms }),
    orders: createKnownOrders(scope),
    anchors: createAnchors({ db, clock, declarations }),
    personalData: createPersonalData({
      db,
      declarations,
      cases,
      readOrder,
      bouncedEmails,
      async findAccount(email) {
        const user = email.trim() === '' ? false : await scope.getUserBy('email', email);
        return user ? user.id : 0;
      },
    }),
  };
}

/** Price history, and product safety contacts. */
function createProductServices(scope: PluginScope, { clock, catalog }: BaseServices) {
  const { db } = scope;
  const priceHistory = createPriceHistory({ db, clock, catalog });
  return {
    priceHistory,
    priceImport: createPriceImport({ scope, db, audit: scope.audit, clock, catalog }),
    lowest: createLowestPrices({
      scope,
      priceHistory,
      clock,
      trackProductChanges: async () => void (await catalog()?.lastChange()),
    }),
    contacts: createSafetyContacts({ scope, db, clock, audit: scope.audit }),
    safetyProducts: createSafetyProducts(db),
  };
}

/** Creates the plugin's services with their dependencies. */
export function createPluginServices(scope: PluginScope) {
  const { db } = scope;
  const baseServices = createBaseServices(scope);
  const { clock } = baseServices;
  const pageServices = createPageServices(scope, baseServices);
  const consentServices = createConsentServices(scope, baseServices, pageServices);
  const declarationServices = createDeclarationServices(scope, baseServices, consentServices);
  const productServices = createProductServices(scope, baseServices);
  const invoices = createInvoiceStore({ db, clock });
  const waitingOrders = createWaitingOrders({ db, clock });
  const allServices = {
    ...baseServices,
    ...pageServices,
    ...consentServices,
    ...declarationServices,
    ...productServices,
    invoices,
    waitingOrders,
    orderRefunds: createOrderRefunds({ services: scope.services, ...declarationServices }),
  };
  const ownerConfirmations = createOwnerConfirmations({ scope, clock });
  return {
    ...allServices,
    retention: createRetention({ scope, clock }),
    confirmations: createConfirmations({ db, clock }),
    ownerConfirmations,
    checks: createChecks({ scope, ...allServices, ownerConfirmations, runBrowserScan: createBrowserScan(scope) }),
    scans: createScans({ db, clock }),
    wizard: createWizard({ db, clock }),
  };
}
