import { type PluginScope, type RestSchema, WpError } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import type { ListAnswered } from '../widget/product-filter.js';
import { parseContext } from '../widget/widget-context.js';
import { invalidParams, type MakeEndpoint, NAMESPACE } from './endpoint.js';

const MAX_VARIABLES = 200;
const MAX_TEXT = 20_000;
const MAX_LIST = 100;

const text: RestSchema = { type: 'string', maxLength: MAX_TEXT };
const variable: RestSchema = {
  type: ['string', 'number', 'array'],
  maxLength: MAX_TEXT,
  maxItems: MAX_LIST,
  items: text,
};

/** `POST /filter`, and its twin `GET /fragments?query[sf_color]=red`, which caches in between understand: the fragments for the variables of an address. */
export function registerFilterRoute(scope: PluginScope, running: RunningFilter, endpoint: MakeEndpoint): void {
  const parts = (methods: 'GET' | 'POST'): Parameters<MakeEndpoint>[0] => ({
    methods,
    filter: 'filter',
    public: true,
    args: {
      query: {
        description: 'The variables of the address: sf_<facet>, sf_q, sf_orderby, sf_paged.',
        type: 'object',
        default: {},
        patternProperties: { '^sf_': variable },
        additionalProperties: true,
        // The schema takes any list for an object, as PHP does.
        validateCallback: (value) => (Array.isArray(value) && value.length > 0 ? new WpError('rest_invalid_param', scope.__('Must be an object.')) : true),
      },
      context: {
        description: 'Where the widget stands: what its script sends along.',
        type: 'object',
        default: {},
        additionalProperties: true,
      },
    },
    check(request) {
      return Object.keys(request.getParam('query') ?? {}).length > MAX_VARIABLES ? invalidParams({ query: scope.__('Must have at most %d variables.', MAX_VARIABLES) }) : undefined;
    },
    async answer(request) {
      const query = request.getParam('query') as Readonly<Record<string, unknown>>;
      const container = running.container();
      const told = (list: ListAnswered): void => container.get('figures').lists.asked(list, request.getHeader('user_agent') ?? '');
      return { data: { ...(await container.get('filter').fragments(query, parseContext(request.getParam('context')), told)) } };
    },
  });
  scope.registerRestRoute(NAMESPACE, '/filter', endpoint(parts('POST')));
  scope.registerRestRoute(NAMESPACE, '/fragments', endpoint(parts('GET')));
}
