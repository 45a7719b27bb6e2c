import {
  type PluginScope,
  type RestCacheOptions,
  type RestRequest,
  RestResponse,
  type RestSchema,
  WpError,
} from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { partsOf } from '../widget/fragments.js';
import type { CountableList } from '../widget/product-filter.js';
import { parseContext } from '../widget/widget-context.js';
import { createEtag, matchesEtag } from './etags.js';
import { createChangedAnswers, type ClientState } from './changed-response.js';
import { invalidParams, type MakeEndpoint, NAMESPACE } from './endpoint.js';
import { createFragmentEncoder } from './written-fragments.js';

const MAX_VARIABLES = 200;
const MAX_TEXT_LENGTH = 20_000;
const MAX_LIST_ITEMS = 100;
const MAX_TAG_LENGTH = 60;
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
 * the variables of a URL. A request that reports its fragments with `have` gets the differences only; any other request
 * gets everything.
 */
export function registerFilterRoute(scope: PluginScope, running: RunningFilter, endpoint: MakeEndpoint): void {
  const changedAnswers = createChangedAnswers();
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
      have: {
        description:
          'What the widget already has: the variables it was rendered for, and a tag for each fragment. Unchanged parts are omitted from the response.',
        type: 'object',
        properties: {
          query: variables,
          tags: { type: 'object', additionalProperties: { type: 'string', maxLength: MAX_TAG_LENGTH } },
        },
        additionalProperties: true,
      },
    },
    check(request) {
      const hasTooMany = [request.getParam('query'), readClientState(request)?.query].some(
        (query) => Object.keys(query ?? {}).length > MAX_VARIABLES,
      );
      return hasTooMany
        ? invalidParams({ query: scope.__('Can have at most %d variables.', MAX_VARIABLES) })
        : undefined;
    },
    ...(methods === 'POST' ? { cacheOptions: makeCacheOptions } : {}),
    async handle(request) {
      const query = request.getParam('query') as ClientState['query'];
      const context = parseContext(request.getParam('context'));
      const clientState = readClientState(request);
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
      const parts = clientState || scope.hasFilter('facet/rest/filter_response') ? undefined : partsOf(fragments);
      return {
        data: fullData,
        async send(filtered) {
          const data = clientState
            ? changedAnswers.diff(
                { ...filtered },
                fragments,
                await filter.fragments(clientState.query, context),
                clientState,
              )
            : filtered;
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

/** Returns the fragments that the script reports to have; undefined if it reports none that are usable. */
function readClientState(request: RestRequest): ClientState | undefined {
  const { query, tags } = (request.getParam('have') ?? {}) as { readonly query?: unknown; readonly tags?: unknown };
  return isRecord(query) && isRecord(tags) ? { query, tags } : undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
