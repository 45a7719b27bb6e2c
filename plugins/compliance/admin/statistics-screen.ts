import type { AdminPage, PluginScope } from 'plinth';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import { createVisibleCheckbox } from '../consents/built-in.js';
import { acceptanceRate, type CheckboxStatistics } from '../consents/statistics.js';
import { locationLabel } from './checkboxes-screen.js';
import { screenPath, SLUG } from './screen-path.js';
import { createTrendChart } from './charts.js';

interface StatisticsParts {
  readonly checkboxes: ConsentCheckboxes;
  readonly statistics: CheckboxStatistics;
}

/** Numbers of days for which statistics can be shown. */
const DAY_RANGES = [7, 30, 90, 365];
const DEFAULT_DAYS = 30;

/** Admin screen of how often checkboxes were shown and accepted. */
export function createStatisticsScreen(scope: PluginScope, { checkboxes, statistics }: StatisticsParts): AdminPage {
  const { __, _n } = scope;
  const toVisibleCheckbox = createVisibleCheckbox(scope);
  return {
    slug: SLUG.statistics,
    title: () => __('Checkbox statistics'),
    menuTitle: () => __('Consent statistics'),
    capability: 'manage_shop',
    parent: SLUG.overview,
    position: 4,
    async handler(request) {
      scope.useAsset('compliance-admin');
      const days = DAY_RANGES.find((span) => String(span) === request.field('days')) ?? DEFAULT_DAYS;
      const [list, totals] = [await checkboxes.list(), await statistics.totals(days)];
      const rows = list.map((checkbox) => {
        const count = totals.get(checkbox.id) ?? { shown: 0, accepted: 0 };
        return {
          ...count,
          refused: count.shown - count.accepted,
          rate: acceptanceRate(count),
          text: scope.wpStripAllTags(toVisibleCheckbox(checkbox).label),
          location: locationLabel(checkbox.location, scope),
          required: checkbox.required,
        };
      });
      const chart = createTrendChart(await statistics.dailyTotals(days));
      const data = {
        chart: {
          ...chart,
          bars: chart.bars.map((bar) => ({ ...bar, text: `${bar.day}: ${bar.accepted} / ${bar.shown}` })),
        },
        rows,
        days,
        empty: rows.every((row) => row.shown === 0),
        spans: DAY_RANGES.map((span) => ({
          label: _n('%d day', '%d days', span),
          url: screenPath(SLUG.statistics, { days: String(span) }),
          current: span === days,
        })),
      };
      return { kind: 'page', title: __('Checkbox statistics'), view: 'admin/statistics', data };
    },
  };
}
