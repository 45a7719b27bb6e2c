import { type PluginScope, WpError } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { FIND, MAX_FIND } from '../url-state/value-finds.js';
import { parseContext } from '../widget/widget-context.js';
import { type MakeEndpoint, NAMESPACE, contextArgs } from './endpoint.js';

const MAX_SCOPE_LENGTH = 8000;

/** Registers `GET /values`: the values of one facet that match the typed text, for lists too long for a page. */
export function registerValuesRoute(scope: PluginScope, running: RunningFilter, endpoint: MakeEndpoint): void {
  scope.registerRestRoute(
    NAMESPACE,
    '/values',
    endpoint({
      methods: 'GET',
      filter: 'values',
      public: true,
      args: {
        facet: { description: 'Slug of the facet.', type: 'string', required: true, pattern: '^[a-z0-9_-]{1,50}$' },
        find: {
          description: 'Text to find; ^ and a capital letter for a first letter; empty for the most frequent values.',
          type: 'string',
          maxLength: MAX_FIND,
          default: '',
        },
        ...contextArgs(MAX_SCOPE_LENGTH),
        instance: {
          description: 'ID of the widget that sends the request; the names of its inputs are derived from it.',
          type: 'string',
          pattern: '^facet-[0-9]{1,3}$',
          default: 'facet-1',
        },
      },
      async handle(request) {
        const facet = String(request.getParam('facet'));
        const context = parseContext({
          category: Number(request.getParam('category')),
          term: Number(request.getParam('term')),
          instance: request.getParam('instance'),
        });
        const params = {
          ...Object.fromEntries(new URLSearchParams(String(request.getParam('scope')))),
          [`${FIND}[${facet}]`]: String(request.getParam('find')),
        };
        const values = await running.container().get('filter').values(facet, params, context);
        if (!values)
          return new WpError('facet_no_values', scope.__('There is no facet with this name that has values.'), {
            status: 404,
          });
        return {
          data: { values_html: values.html, found: values.found, total: values.total, count_text: values.text },
        };
      },
    }),
  );
}
