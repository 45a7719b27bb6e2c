import type { PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { textOf } from '../index/source-registry.js';
import { customSourcesOf, sourcesOf } from '../settings/sources.js';
import { type MakeEndpoint, NAMESPACE } from './endpoint.js';

/** Registers `GET /catalog`: the sources by which products can be filtered, and the types that can show them. */
export function registerCatalogRoute(scope: PluginScope, running: RunningFilter, endpoint: MakeEndpoint): void {
  scope.registerRestRoute(
    NAMESPACE,
    '/catalog',
    endpoint({
      methods: 'GET',
      filter: 'catalog',
      async handle() {
        const index = running.index();
        const { engine, vocabulary } = await index.getSnapshot();
        const { products } = engine.stats();
        const types = running.container().get('types').all();
        const coverageOf = (source: string): number => {
          if (products === 0) return 0;
          return source === 'search' ? 1 : Math.round((engine.coverage(source) / products) * 1000) / 1000;
        };
        const sources = [
          ...sourcesOf(vocabulary, scope.__),
          ...customSourcesOf(running.container().get('sources').all(), types),
        ].map(({ source, label, suggested_type, group }) => ({
          source,
          label,
          suggested_type,
          group,
          values: source === 'search' ? 0 : engine.values(source).size,
          coverage: coverageOf(source),
        }));
        return {
          data: {
            sources,
            facet_types: types.map(({ id, label, help = '' }) => ({
              value: id,
              label: textOf(label),
              help: textOf(help),
            })),
            indexed_rows: (await index.totals()).indexed_rows,
          },
        };
      },
    }),
  );
}
