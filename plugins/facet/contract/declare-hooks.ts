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
  { name: 'facet/settings', summary: 'The settings as the widget uses them.', args: ['settings'], check: isObject },
  {
    name: 'facet/facets',
    summary: 'The facets of one widget, in their order.',
    args: ['facets', 'context'],
    check: isList,
  },
  { name: 'facet/query', summary: 'What the engine is asked.', args: ['query', 'state', 'context'], check: isObject },
  {
    name: 'facet/counts',
    summary: 'Products per value, by facet.',
    args: ['counts', 'query'],
    check: (value) => value instanceof Map,
  },
  {
    name: 'facet/facet_html',
    summary: 'The HTML of one facet; empty leaves it out.',
    args: ['html', 'facet'],
    check: isText,
  },
  ...['filter', 'settings', 'catalog', 'reindex', 'suggest', 'values', 'search_words'].map((name) => ({
    name: `facet/rest/${name}_response`,
    summary: `The answer of facet/v1 (${name}), last before it is sent.`,
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
    summary: 'The filter has started: registries of plugin.container can be added to, and its services replaced.',
    args: ['plugin'],
  });
  scope.declareHook({
    name: 'facet/indexed',
    kind: 'action',
    since: '0.1.0',
    summary: 'The index was built again.',
    args: ['totals'],
  });
}
