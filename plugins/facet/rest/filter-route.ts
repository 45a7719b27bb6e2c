import { type PluginScope, type RestCacheOptions, RestResponse, type RestSchema, WpError } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { partsOf } from '../widget/fragments.js';
import type { CountableList } from '../widget/product-filter.js';
import { parseContext } from '../widget/widget-context.js';
import { createEtag, matchesEtag } from './etags.js';
import { invalidParams, type MakeEndpoint, NAMESPACE } from './endpoint.js';
import { createFragmentEncoder } from './written-fragments.js';

const MAX_VARIABLES = 200;
const MAX_TEXT_LENGTH = 20_000;
const MAX_LIST_ITEMS = 100;
/** Maximum length of a request body for which the recorded statistics are cached, in characters. */
const MAX_QUERY_LENGTH = 8192;
/** Hooks by which extensions can change a response, possibly depending on the visitor. */
const RESPONSE_FILTERS: readonly string[] = [
  'facet/rest/filter_response',
  'facet/settings',
  'facet/facets',
  'facet/query',
  'facet/counts',
  'facet/facet_html',
];

const text: RestSchema = { type: 'string', maxLength: MAX_TEXT_LENGTH };
const variable: RestSchema = {
  type: ['string', 'number', 'array'],
  maxLength: MAX_TEXT_LENGTH,
  maxItems: MAX_LIST_ITEMS,
  items: text,
};

/** A browser may store the response to a GET request, but must revalidate it. It may depend on the visitor. */
const GET_HEADERS = { 'Cache-Control': 'private, no-cache' };

/**
 * Registers `POST /filter` and its counterpart `GET /fragments?query[sf_color]=red` with an `ETag`: the fragments for
 * the variables of a URL.
 */
export function registerFilterRoute(scope: PluginScope, running: RunningFilter, endpoint: MakeEndpoint): void {
  const encodeFragments = createFragmentEncoder(scope);
  const variables = { type: 'object', patternProperties: { '^sf_': variable }, additionalProperties: true } as const;

  /** An extension may bind another catalog than the shop's, whose changes are not tracked elsewhere. */
  const makeCacheOptions = (wait: (ip: string) => number): RestCacheOptions => ({
    bypassHooks: RESPONSE_FILTERS,
    onHit: async ({ body, clientIp, header }) => {
      const sequence = await running.catalog().lastChange();
      return (
        wait(clientIp) === 0 &&
        running.container().get('analytics').lists.countCachedResponse(body, header('user-agent'), sequence)
      );
    },
  });

  const parts = (methods: 'GET' | 'POST'): Parameters<MakeEndpoint>[0] => ({
    methods,
    filter: 'filter',
    public: true,
    args: {
      query: {
        description: 'Variables of the URL: sf_<facet>, sf_q, sf_orderby, sf_paged.',
        ...variables,
        default: {},
        // The schema accepts any list as an object, as PHP does.
        validateCallback: (value) =>
          Array.isArray(value) && value.length > 0
            ? new WpError('rest_invalid_param', scope.__('Must be an object.'))
            : true,
      },
      context: {
        description: 'Context of the widget, as sent by its script.',
        type: 'object',
        default: {},
        additionalProperties: true,
      },
    },
    check(request) {
      return Object.keys(request.getParam('query') ?? {}).length > MAX_VARIABLES
        ? invalidParams({ query: scope.__('Can have at most %d variables.', MAX_VARIABLES) })
        : undefined;
    },
    ...(methods === 'POST' ? { cacheOptions: makeCacheOptions } : {}),
    async handle(request) {
      const query = request.getParam('query') as Readonly<Record<string, unknown>>;
      const context = parseContext(request.getParam('context'));
      const container = running.container();
      const filter = container.get('filter');
      const text = request.getBody();
      const countRequest = (list: CountableList, sequence: number): void =>
        container
          .get('analytics')
          .lists.countRequest(
            list,
            request.getHeader('user_agent', 'counting') ?? '',
            methods === 'POST' && text.length <= MAX_QUERY_LENGTH ? { text, sequence } : undefined,
          );
      const fragments = await filter.fragments(query, context, countRequest);
      const fullData = { ...fragments };
      const parts = scope.hasFilter('facet/rest/filter_response') ? undefined : partsOf(fragments);
      return {
        data: fullData,
        async send(data) {
          if (methods === 'POST') {
            const response = new RestResponse(data);
            if (parts) response.setJson(() => encodeFragments(fullData, parts));
            return response;
          }
          const headers = { ...GET_HEADERS, ETag: createEtag(data) };
          return matchesEtag(request.getHeader('if-none-match') ?? undefined, headers.ETag)
            ? new RestResponse(null, 304, headers)
            : new RestResponse(data, 200, headers);
        },
      };
    },
  });
  scope.registerRestRoute(NAMESPACE, '/filter', endpoint(parts('POST')));
  scope.registerRestRoute(NAMESPACE, '/fragments', endpoint(parts('GET')));
}
