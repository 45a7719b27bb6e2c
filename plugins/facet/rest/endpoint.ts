import {
  isWpError,
  PlinthError,
  type PluginScope,
  type RestArg,
  type RestEndpoint,
  type RestCacheOptions,
  type RestRequest,
  RestResponse,
  WpError,
} from 'plinth';
import { createRequestLimit } from './request-limit.js';

export const NAMESPACE = 'facet/v1';

/** The result of an endpoint, before its response filter. */
interface EndpointResult {
  readonly data: object;
  readonly status?: number;
  /** Creates the response from the filtered data; all of it is sent when absent. */
  send?(filtered: object): Promise<RestResponse>;
}

interface EndpointParts {
  readonly methods: string;
  /** Name of the response filter: `facet/rest/<name>_response`. */
  readonly filter: 'filter' | 'settings' | 'catalog' | 'reindex' | 'suggest' | 'values' | 'search_words';
  readonly args?: Readonly<Record<string, RestArg>>;
  /** Whether the endpoint needs no permission. */
  readonly public?: boolean;
  /** Rejects arguments before the permission check; must not reveal stored data. */
  check?(request: RestRequest): WpError | undefined;
  handle(request: RestRequest): Promise<EndpointResult | WpError>;
  /**
   * Returns the cache options of a public endpoint.
   * @param wait counts a request of a network and returns the seconds to wait
   */
  cacheOptions?(wait: (ip: string) => number): RestCacheOptions;
}

/** Maximum id in a table. */
const MAX_ID = 2 ** 31 - 1;

/**
 * Returns the arguments for the position in the shop.
 * @param max maximum length of the other variables, in characters
 */
export function contextArgs(max: number): Readonly<Record<'scope' | 'category' | 'term', RestArg>> {
  return {
    scope: {
      description: 'Other variables of the URL, as in its query string.',
      type: 'string',
      maxLength: max,
      default: '',
    },
    category: {
      description: 'ID of the category of the page.',
      type: 'integer',
      minimum: 0,
      maximum: MAX_ID,
      default: 0,
    },
    term: {
      description: 'ID of the brand, tag or attribute value of the page.',
      type: 'integer',
      minimum: 0,
      maximum: MAX_ID,
      default: 0,
    },
  };
}

export type MakeEndpoint = (parts: EndpointParts) => RestEndpoint;

/**
 * A shopper's script sends at most nine requests per second, and the shoppers of an office rarely send them all at the
 * same time.
 */
const MAX_PER_MINUTE = 1200;

/**
 * Creates the plugin's endpoints uniformly: permission, rate limit of public ones, errors with a status, and finally
 * the response filter.
 */
export function createEndpoint(scope: PluginScope): MakeEndpoint {
  const limit = createRequestLimit({ max: MAX_PER_MINUTE, windowMs: 60_000 });
  return ({ methods, filter, args = {}, public: isPublic = false, check, handle, cacheOptions: makeCacheOptions }) => ({
    methods,
    args,
    ...(isPublic && makeCacheOptions ? { cacheOptions: makeCacheOptions((ip) => limit.retryAfter(ip)) } : {}),
    async permissionCallback(request) {
      const rejection = check?.(request);
      if (rejection) return rejection;
      return isPublic || scope.currentUserCan('manage_shop');
    },
    async callback(request) {
      const wait = isPublic ? limit.retryAfter(scope.clientIp('counting')) : 0;
      if (wait > 0) return tooManyRequests(scope.__('Too many requests. Try again in a moment.'), wait);
      const result = await handle(request).catch(unavailable);
      if (isWpError(result)) return result;
      const filtered = await scope.applyFilters<object>(`facet/rest/${filter}_response`, result.data, request);
      return result.send ? result.send(filtered) : new RestResponse(filtered, result.status ?? 200);
    },
  });
}

function tooManyRequests(message: string, seconds: number): RestResponse {
  return new RestResponse({ code: 'facet_too_many_requests', message, data: { status: 429 } }, 429, {
    'Retry-After': seconds,
  });
}

/** A missing index is a temporary state, not an error. */
function unavailable(error: unknown): WpError {
  if (error instanceof PlinthError && error.status === 503)
    return new WpError(error.code, error.message, { status: 503, details: { hint: error.hint } });
  throw error;
}

/** Returns a 400 error that names every invalid parameter. */
export function invalidParams(params: Readonly<Record<string, string>>): WpError {
  return new WpError('rest_invalid_param', `Invalid parameter(s): ${Object.keys(params).join(', ')}`, {
    status: 400,
    params,
    details: {},
  });
}
