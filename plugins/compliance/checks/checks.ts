import type { PluginScope } from 'plinth';
import type { Anchors } from '../audit/anchors.js';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import type { ConditionReferences } from '../consents/condition-references.js';
import type { DeclarationEmails } from '../declarations/declaration-email.js';
import type { InvoiceStore } from '../invoices/invoice-store.js';
import type { OrderRefunds } from '../invoices/order-refunds.js';
import type { WaitingOrders } from '../invoices/waiting-orders.js';
import type { Notices } from '../notices/notices.js';
import type { LowestPrices } from '../omnibus/lowest-prices.js';
import type { PriceHistory } from '../omnibus/price-history.js';
import { getCompany, type ReadTemplateData, REPORT_PATH, WITHDRAWAL_PATH } from '../pages/generator.js';
import type { LegalPage, LegalPages } from '../pages/legal-pages.js';
import type { PageErrors } from '../pages/page-errors.js';
import { getPageLocales, MAIN_LOCALE, PAGE_LOCALES } from '../pages/page-type.js';
import type { SafetyContacts } from '../safety/contacts.js';
import { sectorInfoCheck } from './sector-check.js';
import type { Settings } from '../settings/settings.js';
import type { Catalog, ReadOrder } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import { checkboxConditionsCheck, formCheckboxesCheck } from './checkbox-checks.js';
import {
  type Check,
  type CheckContext,
  type CheckResult,
  type Finding,
  limitToExamined,
  problemFinding,
} from './check.js';
import { conditionCheck, greenClaimsCheck, priceRecordCheck, productSafetyCheck } from './product-checks.js';
import { deadPlatformCheck, orphansCheck } from './orphaned-data.js';
import { reportEntryCheck, withdrawalEntryCheck } from './declaration-entry.js';
import type { RunBrowserScan } from './browser-scan.js';
import { clausesCheck } from './clauses.js';
import { displayedPricesCheck, foreignBoxesCheck, orderSummaryCheck } from './displayed-prices.js';
import { trackersCheck } from './trackers.js';
import { exceptionsCheck, withdrawalDaysCheck } from './withdrawal-checks.js';
import { scanProducts } from './goods.js';
import { guaranteeNoticeCheck, priceNoticeCheck, ratingsNoticeCheck } from './notice-checks.js';
import { invoicesCheck } from './invoices.js';
import { lawTableCheck, sellerCheck, storedSettingsCheck } from './settings-checks.js';
import { legalPageCheck, otherPagesCheck } from './legal-page.js';
import { expectPage } from './legal-text/expected-page.js';
import { type ExaminedPage, examinePage } from './legal-text/page-text.js';
import { lowestPriceCheck, percentCheck } from './lowest-price.js';
import { invoiceEmailCheck } from './invoice-email.js';
import { orderButtonCheck } from './order-button.js';
import { durableMediumCheck, orderConfirmationCheck } from './order-email.js';
import { pageCopiesCheck, pageErrorsCheck } from './page-consistency.js';
import { hashSubject, type OwnerConfirmations } from './owner-confirmations.js';
import { personalDataCheck } from './personal-data.js';
import { productSearchCheck } from './product-search.js';
import type { CountUnsent } from './receipt-finding.js';
import { recordsCheck } from './records.js';
import { restResponsesCheck } from './rest-responses.js';
import { visitShop } from './shop-view.js';
import { analyzeShop, type ShopViews } from './views.js';
import { screenName } from './screen-name.js';

interface CheckDeps {
  readonly scope: PluginScope;
  readonly settings: Settings;
  readonly checkboxes: ConsentCheckboxes;
  readonly conditionReferences: ConditionReferences;
  readonly pages: LegalPages;
  readonly pageErrors: PageErrors;
  readonly readTemplateData: ReadTemplateData;
  readonly lowest: Pick<LowestPrices, 'find'>;
  readonly priceHistory: Pick<PriceHistory, 'running'>;
  readonly notices: Notices;
  readonly anchors: Pick<Anchors, 'verifyIncremental'>;
  readonly receiptStates: CountUnsent;
  readonly declarationEmails: Pick<DeclarationEmails, 'write' | 'time'>;
  readonly invoices: Pick<InvoiceStore, 'newest' | 'listByOrder'>;
  readonly waitingOrders: WaitingOrders;
  readonly orderRefunds: Pick<OrderRefunds, 'read'>;
  readonly readOrder: ReadOrder;
  readonly clock: Clock;
  readonly contacts: Pick<SafetyContacts, 'directory'>;
  readonly ownerConfirmations: Pick<OwnerConfirmations, 'find'>;
  readonly runBrowserScan: RunBrowserScan;
  catalog(): Catalog | undefined;
}

/** Results of a scan. */
export interface CheckReport {
  /** Whether the actual pages were opened. */
  readonly live: boolean;
  readonly results: readonly CheckResult[];
  readonly coverage: ScanCoverage;
}

/** What a scan looked at. */
export interface ScanCoverage {
  /** Name and version of the browser that rendered the pages; '' when their stylesheets were analyzed without one. */
  readonly browser: string;
  readonly pages: number;
  /** Pages that the browser rendered. */
  readonly rendered: number;
  readonly locales: readonly string[];
}

interface RunOptions {
  /** Receives the number of products processed. */
  readonly progress?: (done: number) => Promise<void>;
  /** Whether to render the pages with a browser, where there is one. */
  readonly withBrowser?: boolean;
}

/** Scans the shop as visitors see it, and reports what is in place and what is missing. */
export interface Checks {
  run(options?: RunOptions): Promise<CheckReport>;
}

/** Creates the checks of legal pages and of the checkboxes that refer to them. */
function listPageChecks({ scope, conditionReferences, pageErrors }: CheckDeps): readonly Check[] {
  const { __ } = scope;
  return [
    sellerCheck(scope, scope.homeUrl('/contact/')),
    legalPageCheck(scope, { type: 'terms', law: 'terms', label: __('Terms and conditions') }),
    legalPageCheck(scope, { type: 'privacy', law: 'privacy', label: __('Privacy policy') }),
    legalPageCheck(scope, { type: 'withdrawal', law: 'withdrawal', label: __('Withdrawal instructions') }),
    otherPagesCheck(scope),
    formCheckboxesCheck(scope, {
      form: 'checkout',
      label: __('Checkboxes at checkout'),
      requiredSlugs: ['terms', 'privacy', 'withdrawal'],
    }),
    formCheckboxesCheck(scope, {
      form: 'registration',
      label: __('Checkboxes in the registration form'),
      requiredSlugs: ['privacy'],
    }),
    formCheckboxesCheck(scope, {
      form: 'contact',
      label: __('Checkboxes in the contact form'),
      requiredSlugs: ['privacy'],
    }),
    checkboxConditionsCheck(scope, conditionReferences),
    pageErrorsCheck(scope, pageErrors),
    pageCopiesCheck(scope, scope.db),
  ];
}

/** Creates the checks for each scan, since their texts are in its language. */
function listChecks(deps: CheckDeps): readonly Check[] {
  const { scope, settings, lowest, notices, clock } = deps;
  const urls = { withdrawal: scope.homeUrl(WITHDRAWAL_PATH), report: scope.homeUrl(REPORT_PATH) };
  return [
    ...listPageChecks(deps),
    orderButtonCheck(scope),
    orderSummaryCheck(scope),
    displayedPricesCheck(scope),
    foreignBoxesCheck(scope),
    trackersCheck(scope, scope.homeUrl('/')),
    clausesCheck(scope),
    lowestPriceCheck(scope, lowest),
    percentCheck(scope, lowest),
    priceRecordCheck(scope),
    priceNoticeCheck(scope),
    ratingsNoticeCheck(scope),
    conditionCheck(scope),
    guaranteeNoticeCheck(scope, notices, scope.homeUrl('/')),
    withdrawalEntryCheck(scope, urls, deps.receiptStates),
    withdrawalDaysCheck(scope),
    exceptionsCheck(scope),
    recordsCheck(scope, scope, deps),
    reportEntryCheck(scope, urls),
    durableMediumCheck(scope, scope.services),
    orderConfirmationCheck(scope, scope.services),
    invoiceEmailCheck(scope, scope.services, deps.invoices),
    productSafetyCheck(scope),
    sectorInfoCheck(scope),
    greenClaimsCheck(scope),
    deadPlatformCheck(scope),
    invoicesCheck(scope, { ...deps, db: scope.db }),
    personalDataCheck(scope, scope),
    productSearchCheck(scope),
    orphansCheck(scope, urls),
    storedSettingsCheck(scope, settings),
    restResponsesCheck(scope),
    lawTableCheck(scope, scope, clock),
  ];
}

/** Severity of each state of a finding; higher is worse. */
export const SEVERITY = { missing: 5, unconfirmed: 4, advice: 3, off: 2, confirmed: 1, good: 0 } as const;

export function createChecks(deps: CheckDeps): Checks {
  const { scope, settings, checkboxes, pages, clock } = deps;
  const { __ } = scope;

  /** A check that throws counts as `missing`, never as good. */
  async function runCheck(check: Check, context: CheckContext): Promise<Finding> {
    try {
      return limitToExamined(await check.run(context), check, context.view, scope);
    } catch (error) {
      scope.log.error('a compliance check failed', { error: String(error) });
      return problemFinding(
        'missing',
        [__('Couldn’t run this check: %s', error instanceof Error ? error.message : String(error))],
        __('Check which theme or plugin causes the error.'),
        scope,
      );
    }
  }

  /** Adds to a finding what another window of the same severity shows besides. */
  function addPlaces(finding: Finding, other: Finding, screen: string): Finding {
    const { places = [] } = finding;
    const more = (other.places ?? []).filter((place) => !places.includes(place)).map((place) => `${place} ${screen}`);
    const [first] = more;
    if (first === undefined) return finding;
    return { ...finding, description: `${finding.description} ${first}`, places: [...places, ...more] };
  }

  /** Runs a check in each window; the worst finding counts, and names its window unless all have it. */
  async function runInViews(check: Check, context: Omit<CheckContext, 'view'>, views: ShopViews): Promise<Finding> {
    const [reference, ...others] = views;
    let worst = await runCheck(check, { ...context, view: reference });
    for (const view of others) {
      const finding = await runCheck(check, { ...context, view });
      const screen = screenName(view.screen, scope);
      if (SEVERITY[finding.state] > SEVERITY[worst.state])
        worst = { ...finding, description: `${finding.description} ${screen}` };
      else if (finding.state === worst.state) worst = addPlaces(worst, finding, screen);
    }
    return worst;
  }

  /** Replaces a finding that waits for a person by their confirmation, and adds the hash of what it is about. */
  async function applyConfirmation(checkId: string, finding: Finding): Promise<Finding & { subjectHash: string }> {
    const subjectHash = hashSubject(finding);
    const confirmation = subjectHash === '' ? undefined : await deps.ownerConfirmations.find(checkId, subjectHash);
    if (!confirmation) return { ...finding, subjectHash };
    const day = (await clock.local(confirmation.confirmedAt)).slice(0, 10);
    return {
      state: 'confirmed',
      description: __('Confirmed by %1$s on %2$s.', confirmation.userName || __('a deleted account'), day),
      recommendation: '',
      subjectHash: '',
    };
  }

  /** Compares the stored text of each legal page with what it must state with the shop's settings. */
  async function examineLegalPages(legalPages: readonly LegalPage[]): Promise<readonly ExaminedPage[]> {
    const company = getCompany(await settings.values());
    const examined: ExaminedPage[] = [];
    for (const locale of PAGE_LOCALES) {
      const data = await deps.readTemplateData(company, locale);
      for (const page of legalPages.filter((one) => one.locale === locale))
        examined.push(examinePage(page, expectPage({ type: page.type, locale, data }, scope), scope));
    }
    return examined;
  }

  return {
    async run({ progress, withBrowser = false } = {}) {
      const products = await scanProducts(deps, progress);
      const [values, allCheckboxes, mainPages] = [await settings.values(), await checkboxes.list(), await pages.list()];
      const translatedPages = await Promise.all(
        getPageLocales(scope)
          .filter((locale) => locale !== MAIN_LOCALE)
          .map((locale) => pages.list(locale)),
      );
      const legalPages = [...mainPages, ...translatedPages.flat()];
      const shop = await visitShop(scope, products, legalPages);
      const browserScan = withBrowser ? await deps.runBrowserScan(shop) : undefined;
      const views = browserScan?.views ?? (await analyzeShop(shop));
      const checkContext = {
        products,
        values,
        checkboxes: allCheckboxes,
        pages: legalPages,
        legalTexts: await examineLegalPages(legalPages),
      };
      const results: CheckResult[] = [];
      for (const check of listChecks(deps)) {
        const { id, law, label, fix } = check;
        const {
          places = [],
          subject: _subject,
          ...finding
        } = await applyConfirmation(id, await runInViews(check, checkContext, views));
        results.push({ id, label, law, ...finding, places, fix: finding.recommendation === '' ? '' : fix });
      }
      const coverage = {
        browser: browserScan?.browser ?? '',
        pages: shop.pages.length,
        rendered: browserScan?.rendered ?? 0,
        locales: shop.locales,
      };
      return { live: shop.live, results, coverage };
    },
  };
}
