import type { PluginScope } from 'plinth';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): boolean => Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';

const FILTERS: readonly {
  name: string;
  summary: string;
  args: readonly string[];
  check: (value: unknown) => boolean;
}[] = [
  {
    name: 'facet/settings',
    summary: 'Filters the settings that the filter widget uses.',
    args: ['settings'],
    check: isObject,
  },
  {
    name: 'facet/facets',
    summary: 'Filters the facets of a widget, in display order.',
    args: ['facets', 'context'],
    check: isList,
  },
  {
    name: 'facet/query',
    summary: 'Filters the query that is sent to the engine.',
    args: ['query', 'state', 'context'],
    check: isObject,
  },
  {
    name: 'facet/counts',
    summary: 'Filters the number of products per value, by facet.',
    args: ['counts', 'query'],
    check: (value) => value instanceof Map,
  },
  {
    name: 'facet/facet_html',
    summary: 'Filters the HTML of a facet. An empty string omits the facet.',
    args: ['html', 'facet'],
    check: isText,
  },
  ...['filter', 'settings', 'catalog', 'reindex', 'suggest', 'values', 'search_words'].map((name) => ({
    name: `facet/rest/${name}_response`,
    summary: `Filters the response of facet/v1 (${name}) before it is sent.`,
    args: ['response', 'request'],
    check: isObject,
  })),
];

/** Declares every hook that the filter fires, so that the host drops results of the wrong type. */
export function declareHooks(scope: PluginScope): void {
  for (const filter of FILTERS) scope.declareHook({ kind: 'filter', since: '0.1.0', ...filter });
  scope.declareHook({
    name: 'facet/booted',
    kind: 'action',
    since: '0.1.0',
    summary:
      'Fires after the filter has started, so that extensions can add to the registries of plugin.container and replace its services.',
    args: ['plugin'],
  });
  scope.declareHook({
    name: 'facet/indexed',
    kind: 'action',
    since: '0.1.0',
    summary: 'Fires after the index has been rebuilt.',
    args: ['totals'],
  });
}
