import { type HealthCheck, PlinthError, type PluginScope } from 'plinth';
import type { CheckResult } from './check.js';
import type { Checks } from './checks.js';
import { readLawRows } from './law-table.js';
import type { ScanJob } from './scan-job.js';
import type { Scans } from './scans.js';
import { type ShopTexts, statesPayment } from '../settings/shop-texts.js';
import type { Settings } from '../settings/settings.js';

const HEALTH_STATES = {
  good: 'good',
  confirmed: 'good',
  unconfirmed: 'recommended',
  missing: 'critical',
  advice: 'recommended',
  off: 'recommended',
} as const;

/** Returns the one-word label of a state. */
export function stateText(state: CheckResult['state'], { __ }: Pick<PluginScope, '__'>): string {
  return {
    good: __('Seen'),
    confirmed: __('Confirmed'),
    unconfirmed: __('Please confirm'),
    missing: __('Failed'),
    advice: __('Recommendation'),
    off: __('Not counted'),
  }[state];
}

interface ChecksDeps {
  readonly checks: Checks;
  readonly scans: Scans;
  readonly scanJob: ScanJob;
  readonly settings: Settings;
  readonly labels: ShopTexts;
}

/**
 * Registers the checks as a command and in site health, and the persistent notice while the order button's text is
 * insufficient.
 */
export function registerChecks(scope: PluginScope, { checks, scans, scanJob, settings, labels }: ChecksDeps): void {
  const { __, _n } = scope;
  scope.addCommand({
    name: 'compliance check',
    description: 'Check the pages of the shop for legal requirements; the exit code is 1 if something is missing.',
    options: [{ flags: '--browser', description: 'Render the pages with Chromium, where it is installed' }],
    async run(_args, options, output) {
      const report = await checks.run({ withBrowser: options.browser === true });
      const { live, results } = report;
      if (live) await scans.save(report);
      else output.warn(__('The site isn’t responding, so parts of its pages were checked without the theme.'));
      const laws = await readLawRows(scope);
      output.rows(
        results.map(({ id, label, state, description, recommendation, law }) => ({
          check: id,
          label,
          state,
          description,
          recommendation,
          law: `${laws[law].act}, ${laws[law].article}`,
          since: laws[law].since,
          verified: laws[law].verified,
        })),
        ['check', 'state', 'description', 'recommendation', 'law', 'since', 'verified'],
      );
      const missing = results.filter(({ state }) => state === 'missing');
      if (missing.length > 0) {
        throw new PlinthError(
          'compliance_unavailable',
          _n('%d requirement not met.', '%d requirements not met.', missing.length),
          { hint: missing.map(({ recommendation }) => recommendation).join(' '), kind: 'refusal' },
        );
      }
    },
  });
  scope.addFilter('site_status_tests', async (tests: readonly HealthCheck[]): Promise<HealthCheck[]> => {
    const { results = [] } = (await scanJob.current()) ?? {};
    const steps: Readonly<Record<string, string>> = {
      seller: __('Add seller details: name, address, email, phone, NIP'),
      page_terms: __('Publish the terms and conditions'),
      page_privacy: __('Publish the privacy policy'),
      page_withdrawal: __('Publish the withdrawal instructions'),
      guarantee_notice: __('Upload the official notice on the legal guarantee'),
    };
    return [
      ...tests,
      ...results.map(({ id, label, state, description, recommendation, fix }) => ({
        id: `compliance_${id}`,
        label,
        state: HEALTH_STATES[state],
        description,
        recommendation,
        ...(fix === '' ? {} : { fixUrl: fix }),
        ...(steps[id] ? { setupStep: steps[id] } : {}),
      })),
    ];
  });
  scope.addAdminNotice({
    id: 'compliance-button',
    kind: 'error',
    capability: 'manage_shop',
    dismissible: false,
    text: () =>
      __(
        'The order button doesn’t say that ordering includes an obligation to pay. Without this, the contract is not binding on the customer (Consumer Rights Act, art. 17).',
      ),
    link: { url: scope.adminUrl('admin.php?page=compliance'), text: () => __('View scan results') },
    async when() {
      if (!statesPayment(labels(await settings.values(), 'order_button_text'))) return true;
      return (await scans.newest())?.results.some(({ id, state }) => id === 'button' && state === 'missing') ?? false;
    },
  });
}
