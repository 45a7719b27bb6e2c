import {
  isWpError,
  type MaybePromise,
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

/** What an endpoint answers with, before its filter. */
interface Answer {
  readonly data: object;
  readonly status?: number;
  /** Makes what is sent of what the filter lets through; all of it when absent. */
  send?(filtered: object): MaybePromise<RestResponse>;
}

interface EndpointParts {
  readonly methods: string;
  /** Name of the response filter: `facet/rest/<name>_response`. */
  readonly filter: 'filter' | 'settings' | 'catalog' | 'reindex' | 'suggest' | 'values' | 'search_words';
  readonly args?: Readonly<Record<string, RestArg>>;
  /** Answers everybody. */
  readonly public?: boolean;
  /** Refuses arguments before the permission is looked at; must tell nothing that is stored. */
  check?(request: RestRequest): MaybePromise<WpError | undefined>;
  answer(request: RestRequest): Promise<Answer | WpError>;
  /** Says of an endpoint for everybody what is kept. @param wait counts one more of a network; seconds that it has to wait */
  keep?(wait: (ip: string) => number): RestCacheOptions;
}

/** The greatest id of a table. */
const MAX_ID = 2 ** 31 - 1;

/** Arguments that say where in the shop somebody asks. @param most characters of the other variables */
export function placeArgs(max: number): Readonly<Record<'scope' | 'category' | 'term', RestArg>> {
  return {
    scope: {
      description: 'Other variables of the address, as in its query string.',
      type: 'string',
      maxLength: max,
      default: '',
    },
    category: {
      description: 'The category that the page is about.',
      type: 'integer',
      minimum: 0,
      maximum: MAX_ID,
      default: 0,
    },
    term: {
      description: 'The brand, tag or value of an attribute that the page is about.',
      type: 'integer',
      minimum: 0,
      maximum: MAX_ID,
      default: 0,
    },
  };
}

export type MakeEndpoint = (parts: EndpointParts) => RestEndpoint;

/** A shopper's script asks at most nine times in a second, and an office of shoppers far less than all of them at once. */
const MAX_PER_MINUTE = 1200;

/** Makes the plugin's endpoints alike: permission, limit of those for everybody, errors with a status, response filter last. */
export function createEndpoint(scope: PluginScope): MakeEndpoint {
  const limit = createRequestLimit({ max: MAX_PER_MINUTE, spanMs: 60_000 });
  return ({ methods, filter, args = {}, public: open = false, check, answer, keep }) => ({
    methods,
    args,
    ...(open && keep ? { keep: keep((ip) => limit.wait(ip)) } : {}),
    async permissionCallback(request) {
      const refused = await check?.(request);
      if (refused) return refused;
      return open || scope.currentUserCan('manage_shop');
    },
    async callback(request) {
      const wait = open ? limit.wait(scope.clientIp('counting')) : 0;
      if (wait > 0) return tooMany(scope.__('Too many requests. Try again in a moment.'), wait);
      const result = await answer(request).catch(unavailable);
      if (isWpError(result)) return result;
      const filtered = await scope.applyFilters<object>(`facet/rest/${filter}_response`, result.data, request);
      return result.send ? result.send(filtered) : new RestResponse(filtered, result.status ?? 200);
    },
  });
}

function tooMany(message: string, wait: number): RestResponse {
  return new RestResponse({ code: 'facet_too_many_requests', message, data: { status: 429 } }, 429, {
    'Retry-After': wait,
  });
}

/** An index that is not there yet is a state, not a fault. */
function unavailable(error: unknown): WpError {
  if (error instanceof PlinthError && error.status === 503)
    return new WpError(error.code, error.message, { status: 503, details: { cure: error.hint } });
  throw error;
}

/** A 400 that names every bad parameter. */
export function invalidParams(params: Readonly<Record<string, string>>): WpError {
  return new WpError('rest_invalid_param', `Invalid parameter(s): ${Object.keys(params).join(', ')}`, {
    status: 400,
    params,
    details: {},
  });
}
