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
import type { ListAnswered } from '../widget/product-filter.js';
import { parseContext } from '../widget/widget-context.js';
import { answerTag, hasAnswer } from './answer-tags.js';
import { createChangedAnswers, type Held } from './changed-answer.js';
import { invalidParams, type MakeEndpoint, NAMESPACE } from './endpoint.js';
import { createWrittenFragments } from './written-fragments.js';

const MAX_VARIABLES = 200;
const MAX_TEXT = 20_000;
const MAX_LIST = 100;
const MAX_TAG = 60;
/** Maximum length of a request body whose statistics events are cached, in characters. */
const MAX_QUERY = 8192;
/** Filters by which extensions can change an answer, possibly depending on the visitor. */
const RESPONSE_FILTERS: readonly string[] = [
  'facet/rest/filter_response',
  'facet/settings',
  'facet/facets',
  'facet/query',
  'facet/counts',
  'facet/facet_html',
];

const text: RestSchema = { type: 'string', maxLength: MAX_TEXT };
const variable: RestSchema = {
  type: ['string', 'number', 'array'],
  maxLength: MAX_TEXT,
  maxItems: MAX_LIST,
  items: text,
};

/** A browser may store the answer of a GET, but must revalidate it each time; it may depend on the visitor. */
const TWIN = { 'Cache-Control': 'private, no-cache' };

/**
 * Registers `POST /filter` and its counterpart `GET /fragments?query[sf_color]=red` with an `ETag`: the fragments for
 * the variables of a URL. A request that reports its fragments
 * with `have` gets the differences only; any other request gets everything.
 */
export function registerFilterRoute(scope: PluginScope, running: RunningFilter, endpoint: MakeEndpoint): void {
  const changedAnswers = createChangedAnswers();
  const written = createWrittenFragments(scope);
  const variables = { type: 'object', patternProperties: { '^sf_': variable }, additionalProperties: true } as const;

  /** An extension may bind another catalog than the shop's, whose changes are not tracked elsewhere. */
  const makeCacheOptions = (wait: (ip: string) => number): RestCacheOptions => ({
    bypassHooks: RESPONSE_FILTERS,
    onHit: async ({ body, clientIp, header }) => {
      const sequence = await running.catalogue().lastChange();
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
          tags: { type: 'object', additionalProperties: { type: 'string', maxLength: MAX_TAG } },
        },
        additionalProperties: true,
      },
    },
    check(request) {
      const many = [request.getParam('query'), heldIn(request)?.query].some(
        (query) => Object.keys(query ?? {}).length > MAX_VARIABLES,
      );
      return many ? invalidParams({ query: scope.__('Can have at most %d variables.', MAX_VARIABLES) }) : undefined;
    },
    ...(methods === 'POST' ? { cacheOptions: makeCacheOptions } : {}),
    async handle(request) {
      const query = request.getParam('query') as Held['query'];
      const context = parseContext(request.getParam('context'));
      const clientState = heldIn(request);
      const container = running.container();
      const filter = container.get('filter');
      const text = request.getBody();
      const countRequest = (list: ListAnswered, sequence: number): void =>
        container
          .get('analytics')
          .lists.countRequest(
            list,
            request.getHeader('user_agent', 'counting') ?? '',
            methods === 'POST' && text.length <= MAX_QUERY ? { text, sequence } : undefined,
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
            if (parts) response.setJson(() => written(fullData, parts));
            return response;
          }
          const headers = { ...TWIN, ETag: answerTag(data) };
          return hasAnswer(request.getHeader('if-none-match') ?? undefined, headers.ETag)
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
function heldIn(request: RestRequest): Held | undefined {
  const { query, tags } = (request.getParam('have') ?? {}) as { readonly query?: unknown; readonly tags?: unknown };
  return isRecord(query) && isRecord(tags) ? { query, tags } : undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
