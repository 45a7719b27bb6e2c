import {
  isWpError,
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
const CORE_PARAMS = /^(?:_.*|rest_route|context)$/;
const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 64;

/** Returns keys of the body and the query string that an endpoint does not use, such as misspelled ones. */
export function findIgnoredKeys(request: RestRequest, args: Readonly<Record<string, RestArg>>): readonly string[] {
  // Not covered by the type: a body may be an array or a scalar.
  const body: unknown = request.isJsonContentType() ? request.getJsonParams() : null;
  const bodyKeys = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  return [...new Set([...bodyKeys, ...Object.keys(request.getQueryParams())])].filter(
    (key) => !Object.hasOwn(args, key) && !CORE_PARAMS.test(key),
  );
}

/** Returns the value of {@link IGNORED_HEADER}: URL-encoded names, so that any of them are valid in a header. */
export function formatIgnored(names: readonly string[]): string {
  const listedNames = names.slice(0, MAX_NAMES).map((name) =>
    encodeURIComponent([...name].slice(0, MAX_NAME_LENGTH).join(''))
      .replaceAll('%5B', '[')
      .replaceAll('%5D', ']'),
  );
  return [...listedNames, ...(names.length > MAX_NAMES ? ['...'] : [])].join(', ');
}

export const NAMESPACE = 'shop/v1';

/** Each response passes through the filter `shop/rest/<name>_response`. */
const RESPONSE_NAMES = [
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
type ResponseName = (typeof RESPONSE_NAMES)[number];
type ResponseFilters = {
  [N in ResponseName as `shop/rest/${N}_response`]: (response: object, request: RestRequest) => object;
};

declare module 'plinth' {
  // Types the callbacks of every plugin of a checkout without an import.
  interface Filters extends ResponseFilters {}
}

/** Response of an endpoint before its filter. */
interface EndpointResult {
  readonly data: object;
  readonly status?: number;
  /** Total number of items and of pages of a list. */
  readonly total?: number;
  readonly pages?: number;
  /** Ignored parameters, in addition to keys unknown to the endpoint. */
  readonly ignored?: readonly string[];
}

interface EndpointOptions {
  readonly methods: string | readonly string[];
  /** Name of the response filter: `shop/rest/<name>_response`. */
  readonly filter: ResponseName;
  readonly args?: Readonly<Record<string, RestArg>>;
  /** Whether the endpoint is publicly accessible. */
  readonly public?: boolean;
  /** Validates arguments before the permission check; must not reveal stored data. */
  check?(request: RestRequest): WpError | undefined;
  callback(request: RestRequest): Promise<EndpointResult | WpError>;
}

/**
 * Gives the plugin's endpoints common behavior: permission check, response filter last, list headers, and a header with
 * ignored parameters.
 */
export function createEndpoint(scope: PluginScope): (parts: EndpointOptions) => RestEndpoint {
  return ({ methods, filter, args = {}, public: isPublic = false, check, callback }) => ({
    methods,
    args,
    async permissionCallback(request) {
      const refusal = check?.(request);
      if (refusal) return refusal;
      return isPublic || scope.currentUserCan('manage_shop');
    },
    async callback(request) {
      const result = await callback(request);
      if (isWpError(result)) return result;
      const data = await scope.applyFilters<object>(`shop/rest/${filter}_response`, result.data, request);
      const response = new RestResponse(data, result.status ?? 200);
      const ignored = [...findIgnoredKeys(request, args), ...(result.ignored ?? [])];
      if (ignored.length > 0) response.header(IGNORED_HEADER, formatIgnored(ignored));
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
  for (const name of RESPONSE_NAMES) {
    scope.declareHook({
      name: `shop/rest/${name}_response`,
      kind: 'filter',
      since: '0.1.0',
      summary: `Filters the response of shop/v1 (${name}) before it is sent.`,
      args: ['response', 'request'],
      check: (value) => typeof value === 'object' && value !== null,
    });
  }
}
