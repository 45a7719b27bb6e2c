import type { PluginScope } from 'plinth';
import { createAnchors } from './audit/anchors.js';
import { createConfirmations } from './accounts/confirmations.js';
import { createBoxes } from './boxes/boxes.js';
import { createConditionReferences } from './boxes/condition-references.js';
import { createConsentLog } from './boxes/consents.js';
import { createFreeConsents } from './boxes/free-consents.js';
import { createShownBox } from './boxes/shown-box.js';
import { createBoxStatistics } from './boxes/statistics.js';
import { createTextVersions } from './boxes/text-versions.js';
import { createChecks } from './checks/checks.js';
import { createLooks } from './checks/looks.js';
import { createDeclarations } from './declarations/declarations.js';
import { createKnownOrders } from './declarations/known-orders.js';
import { createReportCases } from './declarations/report-cases.js';
import { createReturnTerms } from './declarations/return-terms.js';
import { createFormBoxes } from './forms/conditions.js';
import { createConsentRecord } from './forms/consent-record.js';
import { createFormIdentity } from './forms/form-identity.js';
import { createInvoiceStore } from './invoices/invoice-store.js';
import { createCountedForms } from './forms/counted-forms.js';
import { createConsentLinks } from './forms/commercial-letters.js';
import { createRefusedLetters } from './letters/refused-letters.js';
import { createLowestPrices } from './omnibus/lowest-prices.js';
import { createPersonalData } from './privacy/personal-data.js';
import { createPriceLedger } from './omnibus/price-ledger.js';
import { createNotices } from './notices/notices.js';
import { createGenerator } from './pages/generator.js';
import { createPageFaults } from './pages/page-faults.js';
import { createLegalPages } from './pages/legal-pages.js';
import type { Catalogue, ShopSearch } from './store/catalogue.js';
import { createPaymentWays } from './store/payment-ways.js';
import { createReadOrder } from './store/read-order.js';
import { createRetention } from './retention/retention.js';
import { createSafetyContacts } from './safety/contacts.js';
import { createSafetyProducts } from './safety/safety-products.js';
import { createOwnWords } from './settings/own-words.js';
import { createSettings } from './settings/settings.js';
import { createClock } from './time/clock.js';
import { createContracts } from './withdrawal/contracts.js';
import { createDeadlines } from './withdrawal/deadlines.js';
import { createWizard } from './wizard/wizard.js';

/** Builds the plugin's parts, each from what it needs. */
export function createParts(scope: PluginScope) {
  const { db } = scope;
  const clock = createClock(scope);
  const boxes = createBoxes({ db, clock, audit: scope.audit });
  const settings = createSettings(scope, boxes.switches);
  const catalogue = (): Catalogue | undefined =>
    scope.services.has('store.catalogue') ? scope.services.get('store.catalogue') : undefined;
  const payments = createPaymentWays(scope);
  const references = createConditionReferences(catalogue, payments);
  const shopSearch = (): ShopSearch | undefined =>
    scope.services.has('store.search') ? scope.services.get('store.search') : undefined;
  const statistics = createBoxStatistics({ db, clock });
  const versions = createTextVersions({ db, clock });
  const consents = createConsentLog({ db, clock });
  const forms = createCountedForms({ db, clock });
  const identity = createFormIdentity(scope);
  const ledger = createPriceLedger({ db, clock, catalogue });
  const words = createOwnWords(scope);
  const generator = createGenerator({ scope, settings, clock, words, catalogue });
  const pages = createLegalPages({ scope, clock, boxes });
  const declarations = createDeclarations({ db, clock, audit: scope.audit });
  const refusals = createRefusedLetters({ db, clock });
  const cases = createReportCases({ db, clock });
  const contracts = createContracts({ db });
  const deadlines = createDeadlines({ contracts, settings, clock, boxes, consents });
  const readOrder = createReadOrder(scope);
  const contacts = createSafetyContacts({ scope, db, clock, audit: scope.audit });
  const lowest = createLowestPrices({
    scope,
    ledger,
    clock,
    followProducts: async () => void (await catalogue()?.lastChange()),
  });
  const pageFaults = createPageFaults({ scope, settings, generator, catalogue });
  const notices = createNotices({ scope, clock });
  const anchors = createAnchors({ db, clock, declarations });
  const invoices = createInvoiceStore({ db, clock });
  return {
    clock,
    boxes,
    references,
    settings,
    words,
    catalogue,
    payments,
    shopSearch,
    statistics,
    versions,
    consents,
    freeConsents: createFreeConsents({ db, consents }),
    links: createConsentLinks(scope),
    forms,
    identity,
    declarations,
    cases,
    contacts,
    safetyProducts: createSafetyProducts(db),
    contracts,
    deadlines,
    readOrder,
    returnTerms: createReturnTerms({ settings, clock, deadlines, readOrder }),
    anchors,
    refusals,
    retention: createRetention({ scope, clock }),
    confirmations: createConfirmations({ db, clock }),
    personalData: createPersonalData({ db, declarations, cases, readOrder, refusals }),
    orders: createKnownOrders(scope),
    ledger,
    lowest,
    formBoxes: createFormBoxes({ boxes, settings, references, shown: createShownBox(scope) }),
    record: createConsentRecord({ scope, pages, versions, consents, statistics, forms, identity }),
    pages,
    checks: createChecks({
      scope,
      settings,
      boxes,
      references,
      pages,
      pageFaults,
      lowest,
      ledger,
      notices,
      anchors,
      invoices,
      readOrder,
      clock,
      contacts,
      catalogue,
    }),
    looks: createLooks({ db, clock }),
    generator,
    notices,
    pageFaults,
    invoices,
    wizard: createWizard({ db, clock }),
  };
}
