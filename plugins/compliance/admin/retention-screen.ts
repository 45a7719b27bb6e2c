import type { AdminPage, PluginScope, Reply } from 'plinth';
import type { RetentionPeriod } from '../contract/index.js';
import type { Retention, RuleState } from '../retention/retention.js';
import { screenPath, SLUG } from './screen-path.js';

export interface RetentionScreenParts {
  readonly retention: Retention;
}

/** Admin screen of the retention periods of personal data, their legal basis, and the time of the last run. */
export function createRetentionScreen(scope: PluginScope, { retention }: RetentionScreenParts): AdminPage {
  const { __, _n } = scope;

  function periodText(retentionPeriod: RetentionPeriod | null): string {
    if (retentionPeriod === null) return '–';
    return 'days' in retentionPeriod
      ? _n('%d day', '%d days', retentionPeriod.days)
      : _n(
          '%d year after the end of the calendar year',
          '%d years after the end of the calendar year',
          retentionPeriod.years,
        );
  }

  function describeState({ kind, period, failed, lastRemoved }: RuleState): {
    readonly state: string;
    readonly tag: string;
  } {
    if (kind === 'retained') return { state: __('required by law'), tag: '' };
    if (failed) return { state: __('failed, will retry tomorrow'), tag: 'trash' };
    if (period === null) return { state: __('off'), tag: 'draft' };
    return { state: lastRemoved === null ? '' : _n('%d deleted', '%d deleted', lastRemoved), tag: '' };
  }

  async function show(): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const rules = (await retention.list()).map((rule) => ({
      ...rule,
      periodText: rule.failed && rule.period === null ? '' : periodText(rule.period),
      ...describeState(rule),
      pluginName: rule.owner === scope.plugin.id ? '' : rule.owner,
      isInactive: rule.kind === 'retained' || (rule.period === null && !rule.failed),
    }));
    return { kind: 'page', title: __('Data retention'), view: 'admin/retention', data: { rules } };
  }

  return {
    slug: SLUG.retention,
    title: () => __('Data retention'),
    capability: 'manage_shop',
    parent: SLUG.overview,
    position: 7,
    async handler(request) {
      if (request.method !== 'POST') return show();
      const removed = await retention.run();
      scope.addNotice(
        request,
        'success',
        removed === 0
          ? __('Retention rules have run; there was nothing to delete.')
          : _n('Retention rules have run: %d item deleted.', 'Retention rules have run: %d items deleted.', removed),
      );
      return { kind: 'redirect', status: 303, location: screenPath(SLUG.retention) };
    },
  };
}
