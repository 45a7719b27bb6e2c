import type { HealthCheck, PluginScope } from 'plinth';
import { checkSelections } from './empty-selections.js';
import type { ScreenDeps } from './screen-parts.js';

/** Number of pending changes from which the health check reports a lag. */
const MAX_CHANGES_BEHIND = 1000;

/**
 * Registers site health checks for whether the index exists and follows the catalog, and for landing pages and rules
 * that find nothing.
 */
export function registerHealthCheck(scope: PluginScope, { running, table }: ScreenDeps): void {
  const { __, _n } = scope;
  scope.addFilter('site_status_tests', async (checks: readonly HealthCheck[]): Promise<readonly HealthCheck[]> => [
    ...checks,
    await checkIndex(),
    ...checkServer(),
    ...(await checkSelections(scope, running)),
  ]);

  /** Returns facets that are stored but not shown. */
  async function findHiddenFacets(): Promise<string[]> {
    const container = running.container();
    const sources = await container.get('filter').sources();
    const { facets } = await container.get('settings').read(sources);
    return facets
      .filter(
        ({ type, source }) =>
          !container.get('types').find(type) || !sources.some((candidate) => candidate.source === source),
      )
      .map(({ label }) => label);
  }

  /** Returns a check only if a search server is configured. */
  function checkServer(): HealthCheck[] {
    const status = running.engineChoice.status();
    if (!status) return [];
    const base = { id: 'facet_server', label: __('Search server') };
    if (status.error === undefined)
      return [
        {
          ...base,
          state: 'good',
          description: __('The search server at %s is in use.', status.origin),
          recommendation: '',
        },
      ];
    return [
      {
        ...base,
        state: 'critical',
        description: __(
          'The search server at %s is not responding. Until it does, the filter uses memory and the database.',
          status.origin,
        ),
        recommendation: __('Start the search server, or remove its address under Product filter → Search server.'),
      },
    ];
  }

  async function checkIndex(): Promise<HealthCheck> {
    const base = { id: 'facet_index', label: __('Product filter') };
    const fix = __('Rebuild the index under Product filter or run `npx plinth facet reindex`.');
    const state = await table.state();
    if (!state)
      return { ...base, state: 'critical', description: __('The filter has no index yet.'), recommendation: fix };
    const changesBehind = (await running.catalog().lastChange()) - state.sequence;
    if (changesBehind > MAX_CHANGES_BEHIND)
      return {
        ...base,
        state: 'recommended',
        description: _n(
          'The index is %d catalog change behind.',
          'The index is %d catalog changes behind.',
          changesBehind,
        ),
        recommendation: fix,
      };
    const hiddenFacets = await findHiddenFacets();
    if (hiddenFacets.length > 0)
      return {
        ...base,
        state: 'recommended',
        description: __('Hidden because the plugin for their type or source is missing: %s.', hiddenFacets.join(', ')),
        recommendation: __('Activate the plugin again, or remove these facets under Product filter.'),
      };
    const { products } = await table.totals();
    return {
      ...base,
      state: 'good',
      description: _n('%d product indexed.', '%d products indexed.', products),
      recommendation: '',
    };
  }
}
