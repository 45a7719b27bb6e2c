import {
  isWpError,
  type MaybePromise,
  type PluginScope,
  type RestArg,
  type RestEndpoint,
  type RestRequest,
  RestResponse,
  type WpError,
} from 'plinth';

/** Response header with the names of ignored parameters. */
export const IGNORED_HEADER = 'X-Plinth-Ignored';

/** Parameters that every core endpoint accepts without declaring them. */
const OF_THE_HOST = /^(?:_.*|rest_route|context)$/;
const MAX = 20;
const LONGEST = 64;

/** Returns keys of the body and the query string that an endpoint does not use, such as misspelled ones. */
export function ignoredKeys(request: RestRequest, args: Readonly<Record<string, RestArg>>): readonly string[] {
  // Not covered by the type: a body may be an array or a scalar.
  const body: unknown = request.isJsonContentType() ? request.getJsonParams() : null;
  const sent = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  return [...new Set([...sent, ...Object.keys(request.getQueryParams())])].filter(
    (key) => !Object.hasOwn(args, key) && !OF_THE_HOST.test(key),
  );
}

/** Returns the value of {@link IGNORED_HEADER}: URL-encoded names, so that any of them are valid in a header. */
export function ignoredText(names: readonly string[]): string {
  const listedNames = names.slice(0, MAX).map((name) =>
    encodeURIComponent([...name].slice(0, LONGEST).join(''))
      .replaceAll('%5B', '[')
      .replaceAll('%5D', ']'),
  );
  return [...listedNames, ...(names.length > MAX ? ['...'] : [])].join(', ');
}

export const NAMESPACE = 'shop/v1';

/** Each response passes through the filter `shop/rest/<name>_response`. */
const RESPONSES = [
  'settings',
  'checkboxes',
  'checkbox_stats',
  'checkbox',
  'checkbox_update',
  'legal_pages',
  'legal_pages_generate',
  'search',
  'wizard_complete',
] as const;
type ResponseName = (typeof RESPONSES)[number];
type ResponseFilters = {
  [N in ResponseName as `shop/rest/${N}_response`]: (response: object, request: RestRequest) => object;
};

declare module 'plinth' {
  // Types the callbacks of every plugin of a checkout without an import.
  interface Filters extends ResponseFilters {}
}

/** Response of an endpoint before its filter. */
interface Answer {
  readonly data: object;
  readonly status?: number;
  /** Total number of items and of pages of a list. */
  readonly total?: number;
  readonly pages?: number;
  /** Ignored parameters, in addition to keys unknown to the endpoint. */
  readonly ignored?: readonly string[];
}

interface EndpointParts {
  readonly methods: string | readonly string[];
  /** Name of the response filter: `shop/rest/<name>_response`. */
  readonly filter: ResponseName;
  readonly args?: Readonly<Record<string, RestArg>>;
  /** Whether the endpoint is publicly accessible. */
  readonly public?: boolean;
  /** Validates arguments before the permission check; must not reveal stored data. */
  check?(request: RestRequest): MaybePromise<WpError | undefined>;
  callback(request: RestRequest): Promise<Answer | WpError>;
}

/**
 * Gives the plugin's endpoints common behavior: permission check, response filter last, list headers, and a header with
 * ignored parameters.
 */
export function createEndpoint(scope: PluginScope): (parts: EndpointParts) => RestEndpoint {
  return ({ methods, filter, args = {}, public: open = false, check, callback }) => ({
    methods,
    args,
    async permissionCallback(request) {
      const refusal = await check?.(request);
      if (refusal) return refusal;
      return open || scope.currentUserCan('manage_shop');
    },
    async callback(request) {
      const result = await callback(request);
      if (isWpError(result)) return result;
      const data = await scope.applyFilters<object>(`shop/rest/${filter}_response`, result.data, request);
      const response = new RestResponse(data, result.status ?? 200);
      const ignored = [...ignoredKeys(request, args), ...(result.ignored ?? [])];
      if (ignored.length > 0) response.header(IGNORED_HEADER, ignoredText(ignored));
      if (result.total !== undefined) {
        response.header('X-WP-Total', result.total);
        response.header('X-WP-TotalPages', result.pages ?? (result.total > 0 ? 1 : 0));
      }
      return response;
    },
  });
}

/** Declares the response filters, so that a response that is not an object is discarded. */
export function declareResponseFilters(scope: PluginScope): void {
  for (const name of RESPONSES) {
    scope.declareHook({
      name: `shop/rest/${name}_response`,
      kind: 'filter',
      since: '0.1.0',
      summary: `The answer of shop/v1 (${name}), last before it is sent.`,
      args: ['response', 'request'],
      check: (value) => typeof value === 'object' && value !== null,
    });
  }
}
