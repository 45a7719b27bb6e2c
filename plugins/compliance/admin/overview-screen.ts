import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import { hasBrowser } from '../checks/browser-scan.js';
import type { CheckResult } from '../checks/check.js';
import type { ScanCoverage } from '../checks/checks.js';
import { SCREENS } from '../checks/styles/screen.js';
import { type LawRows, LAWS, readLawRows } from '../checks/law-table.js';
import type { ScanJob } from '../checks/scan-job.js';
import { countStates, dutiesOf, type Scans, scoreOf } from '../checks/scans.js';
import type { Declarations } from '../declarations/declarations.js';
import type { OwnerConfirmations } from '../checks/owner-confirmations.js';
import { stateText } from '../checks/register.js';
import type { Clock } from '../time/clock.js';
import type { Wizard } from '../wizard/wizard.js';
import { createOverviewExport, SCORE_DAYS, sortResults } from './overview-export.js';
import { createScoreChart } from './charts.js';
import { screenPath, SLUG } from './screen-path.js';

export interface OverviewParts {
  readonly scanJob: ScanJob;
  readonly scans: Scans;
  readonly clock: Clock;
  readonly wizard: Wizard;
  readonly ownerConfirmations: Pick<OwnerConfirmations, 'confirm'>;
  readonly declarations: Pick<Declarations, 'count'>;
}

const STATE_TAGS = {
  missing: 'critical',
  unconfirmed: 'recommended',
  advice: 'recommended',
  off: 'draft',
  confirmed: 'good',
  good: 'good',
} as const;

/** Describes what a scan looked at: pages, windows, color schemes, languages, and with what. */
function describeCoverage(
  { browser, pages, rendered, locales }: ScanCoverage,
  { __, _n }: Pick<PluginScope, '__' | '_n'>,
): string {
  const widths = [...new Set(SCREENS.map(({ width }) => width))].join(__(' and '));
  const languages = locales.map((locale) => (locale === 'pl_PL' ? __('Polish') : __('English'))).join(', ');
  const where = __('Window widths: %1$s pixels, in light and dark mode. Languages: %2$s.', widths, languages);
  const how =
    browser === ''
      ? __(
          'Without a browser: their stylesheets were analyzed, which can’t tell whether elements overlap, what is placed over images, or what scripts do.',
        )
      : __('%1$d of them were rendered with %2$s.', rendered, browser);
  const kinds = __('Of the product pages, one of each kind, such as reduced goods.');
  return `${_n('%d page was examined.', '%d pages were examined.', pages)} ${kinds} ${where} ${how}`;
}

/** Admin screen with the results of scanning the shop's pages: what is in place and what is missing. */
export function createOverviewScreen(
  scope: PluginScope,
  { scanJob, scans, clock, wizard, ownerConfirmations, declarations }: OverviewParts,
): AdminPage {
  const { __ } = scope;
  const exportResults = createOverviewExport(scope, { scanJob, scans, clock });
  /**
   * Returns an act under its official Polish name, as in its source; a requirement that is not an act is named in the
   * user's language.
   */
  const displayedAct = (law: CheckResult['law'], laws: LawRows): { act: string; article: string; language: string } =>
    law === 'promise' && laws.promise.act === LAWS.promise.act
      ? { act: __('A requirement of this plugin (shop/v1), not a legal act'), article: '', language: '' }
      : { act: laws[law].act, article: laws[law].article, language: 'pl' };

  async function show(): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const [scan, running, wizardRecord, laws] = [
      await scanJob.current(),
      await scanJob.running(),
      await wizard.record(),
      await readLawRows(scope),
    ];
    const results = scan?.results ?? [];
    const counts = countStates(dutiesOf(results));
    const days = await scans.scores(SCORE_DAYS);
    const coverage = scan?.coverage;
    const data = {
      coverage: coverage && describeCoverage(coverage, scope),
      canRender: hasBrowser(),
      live: scan?.live ?? true,
      isScanned: scan !== undefined,
      scannedAt: scan ? await clock.local(scan.scannedAt).then((time) => time.replace('T', ' ')) : '',
      running,
      large: await scanJob.isLargeShop(),
      checks: sortResults(results).map((result) => ({
        ...result,
        ...laws[result.law],
        ...displayedAct(result.law, laws),
        many: result.places.length > 1,
        tag: STATE_TAGS[result.state],
        stateText: stateText(result.state, scope),
        fixUrl: result.fix === '' ? '' : scope.adminUrl(result.fix),
      })),
      ...counts,
      failedDuties: dutiesOf(results)
        .filter(({ state }) => state === 'missing')
        .map(({ id, label }) => ({ id, label })),
      score: scoreOf(counts),
      chart:
        days.length > 1
          ? {
              ...createScoreChart(days),
              text: __(
                'Score by day from %1$s to %2$s; see the table below for the numbers.',
                days[0]?.day ?? '',
                days.at(-1)?.day ?? '',
              ),
            }
          : null,
      showsWizard: wizardRecord === undefined,
      wizardUrl: screenPath(SLUG.wizard),
      shopUrl: scope.homeUrl('/shop/'),
      jsonUrl: screenPath(SLUG.overview, { export: 'json' }),
      csvUrl: screenPath(SLUG.overview, { export: 'csv' }),
    };
    return { kind: 'page', title: __('Compliance'), view: 'admin/overview', data };
  }

  /** Confirms a requirement, if what the user saw is still what the newest scan asks about. */
  async function confirmCheck(checkId: string, subjectHash: string): Promise<void> {
    const results = (await scanJob.current())?.results ?? [];
    const isCurrent = results.some((result) => result.id === checkId && result.subjectHash === subjectHash);
    if (subjectHash !== '' && isCurrent) await ownerConfirmations.confirm(checkId, subjectHash);
  }

  async function handle(request: PageRequest): Promise<Reply> {
    if (request.method === 'POST') {
      const checkId = request.field('confirm');
      if (checkId === '') await scanJob.start();
      else await confirmCheck(checkId, request.field('subject'));
      return { kind: 'redirect', location: screenPath(SLUG.overview), status: 303 };
    }
    const type = request.field('export');
    return type === 'json' || type === 'csv' ? exportResults(type) : show();
  }

  return {
    slug: SLUG.overview,
    title: () => __('Compliance'),
    capability: 'manage_shop',
    icon: 'shield',
    position: 29,
    pendingCount: () => declarations.count({ status: 'recorded' }),
    handler: handle,
  };
}
