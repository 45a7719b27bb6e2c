import { stringify } from 'csv-stringify/sync';
import { type AdminPage, formatNumber, type PageRequest, type Reply } from 'plinth';
import { MAX_DAYS } from '../analytics/analytics.js';
import { displayedValues } from '../widget/visible-values.js';
import type { FilterRequest } from '../widget/filter-reading.js';
import { NO_CONTEXT } from '../widget/widget-context.js';
import { checkSearchTerms } from '../settings/search-terms.js';
import { createChart } from './analytics-chart.js';
import { ANALYTICS_SLUG, type ScreenDeps, screenPath, SLUG } from './screen-parts.js';

const PERIODS = [7, 30, 90, 365];
const DEFAULT_DAYS = 30;
const MAX_ROWS = 25;
const MAX_CSV_ROWS = 100_000;

/** Returns the statistics screen, which shows how the filter is used as daily sums. */
export function createAnalyticsScreen(parts: ScreenDeps): AdminPage {
  const { scope, running } = parts;
  const { __ } = scope;
  const analytics = () => running.container().get('analytics');
  const show = createAnalyticsView(parts);

  const redirectWithNotice = (request: PageRequest, text: string): Reply => {
    scope.addNotice(request, 'success', text);
    return { kind: 'redirect', status: 303, location: screenPath(ANALYTICS_SLUG, `&days=${readDays(request)}`) };
  };

  async function exportCsv(request: PageRequest): Promise<Reply> {
    await analytics().flush();
    return createCsv(await analytics().all(await analytics().since(readDays(request)), MAX_CSV_ROWS));
  }

  async function saveRetention(request: PageRequest): Promise<Reply> {
    const daysText = request.field('retention_days').trim();
    if (!/^\d{1,3}$/.test(daysText) || Number(daysText) > MAX_DAYS) {
      scope.addNotice(request, 'error', __('Enter a whole number from %d to %d.', 0, MAX_DAYS));
      return { kind: 'redirect', status: 303, location: screenPath(ANALYTICS_SLUG) };
    }
    await analytics().setRetentionDays(Number(daysText));
    return redirectWithNotice(
      request,
      Number(daysText) === 0
        ? __('Statistics are turned off, and collected data has been deleted.')
        : __('Retention period saved. Older data has been deleted.'),
    );
  }

  /** Adds a search term without results to a synonym group. */
  async function addSynonym(request: PageRequest): Promise<Reply> {
    const [word, synonym] = [request.field('word').trim(), request.field('synonym').trim()];
    const store = running.container().get('searchWords');
    const problem = await scope.db.withLock('facet-settings', async () => {
      const { synonyms } = await store.read();
      const groupIndex = synonyms.findIndex((group) => group.includes(synonym));
      const newSynonyms =
        groupIndex < 0
          ? [...synonyms, [word, synonym]]
          : synonyms.map((group, i) => (i === groupIndex ? [...new Set([...group, word])] : group));
      const { terms, problems } = checkSearchTerms({ synonyms: newSynonyms }, __);
      if (Object.keys(problems).length === 0) await store.save(terms);
      return Object.values(problems).at(0);
    });
    return problem === undefined
      ? redirectWithNotice(request, __('“%1$s” now finds the same products as “%2$s”.', word, synonym))
      : show(readDays(request), { word, text: problem });
  }

  return {
    slug: ANALYTICS_SLUG,
    title: () => __('Filter statistics'),
    menuTitle: () => __('Statistics'),
    capability: 'manage_shop',
    parent: SLUG,
    handler(request) {
      if (request.method !== 'POST') return request.field('csv') === '1' ? exportCsv(request) : show(readDays(request));
      return request.field('action') === 'synonym' ? addSynonym(request) : saveRetention(request);
    },
  };
}

const readDays = (request: PageRequest): number =>
  PERIODS.find((days) => String(days) === request.field('days')) ?? DEFAULT_DAYS;

/** A term that was rejected as a synonym, with the reason. */
interface RejectedSynonym {
  readonly word: string;
  readonly text: string;
}

function createAnalyticsView({
  scope,
  running,
}: ScreenDeps): (days: number, problem?: RejectedSynonym) => Promise<Reply> {
  const { __, _n } = scope;
  const analytics = () => running.container().get('analytics');

  /** Reads the filter with nothing selected, for the names of facets and values; undefined while there is no index. */
  const readAll = (): Promise<FilterRequest | undefined> =>
    running
      .container()
      .get('filter')
      .read({}, NO_CONTEXT)
      .catch(() => undefined);

  return async (days, problem) => {
    scope.useAsset('facet-admin');
    await analytics().flush();
    const since = await analytics().since(days);
    const [lists, clicks] = [await analytics().trend('list', days), await analytics().trend('click', days)];
    const chart = createChart(lists.map(({ day, times }, i) => ({ day, lists: times, clicks: clicks[i]?.times ?? 0 })));
    const [listTimes, clickTimes] = [sum(lists), sum(clicks)];
    const filterRequest = await readAll();
    const emptySearches = await analytics().totals('no_results', since, MAX_ROWS);
    const data = {
      days,
      spans: PERIODS.map((span) => ({
        label: _n('%d day', '%d days', span),
        url: screenPath(ANALYTICS_SLUG, `&days=${span}`),
        current: span === days,
      })),
      chart: {
        ...chart,
        bars: chart.bars.map((bar) => ({ ...bar, text: `${bar.day}: ${bar.clicks} / ${bar.lists}` })),
      },
      lists: listTimes,
      clicks: clickTimes,
      share: listTimes === 0 ? '' : formatNumber((100 * clickTimes) / listTimes, scope.locale(), 1),
      empty: listTimes === 0 && clickTimes === 0,
      facets: (await analytics().totals('facet', since, MAX_ROWS)).map(({ name, times }) => ({
        name: filterRequest?.facets.find(({ slug }) => slug === name)?.label ?? name,
        times,
      })),
      values: (await analytics().totals('value', since, MAX_ROWS)).map(({ name, times }) => ({
        ...getLabels(name, filterRequest),
        times,
      })),
      searches: await analytics().totals('search', since, MAX_ROWS),
      emptySearches: emptySearches.map(({ name, times }) => ({
        name,
        times,
        correction: filterRequest?.engine.correction?.(name, filterRequest.query.terms) ?? '',
        problem: problem?.word === name ? problem.text : '',
      })),
      retentionDays: await analytics().retentionDays(),
      maxDays: MAX_DAYS,
      csvUrl: screenPath(ANALYTICS_SLUG, `&days=${days}&csv=1`),
    };
    return { kind: 'page', status: problem ? 422 : 200, title: __('Filter statistics'), view: 'admin/analytics', data };
  };
}

const sum = (list: readonly { readonly times: number }[]): number => list.reduce((all, { times }) => all + times, 0);

/**
 * Returns the labels of the facet and the value in a statistics name.
 * @param name `color=red`
 */
function getLabels(name: string, reading: FilterRequest | undefined): { facet: string; value: string } {
  const [slug, value] = [name.slice(0, name.indexOf('=')), name.slice(name.indexOf('=') + 1)];
  const facet = reading?.facets.find((candidate) => candidate.slug === slug);
  const known = facet && reading ? displayedValues(facet, reading.names).list() : [];
  return { facet: facet?.label ?? slug, value: known.find((candidate) => candidate.slug === value)?.label ?? value };
}

/** Prefixes cells with an apostrophe if a spreadsheet would read them as a formula. */
function createCsv(rows: readonly { day: string; kind: string; name: string; times: number }[]): Reply {
  const body = stringify(
    [['day', 'kind', 'name', 'times'], ...rows.map(({ day, kind, name, times }) => [day, kind, name, String(times)])],
    { bom: true, escape_formulas: true, record_delimiter: 'windows' },
  );
  return {
    kind: 'body',
    type: 'text/csv; charset=UTF-8',
    body,
    headers: {
      'Content-Disposition': 'attachment; filename="filter-statistics.csv"',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}
