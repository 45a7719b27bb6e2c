import type { Request } from 'express';
import type { RestCacheOptions } from '../api/index.js';

interface PlainCallDeps {
  /** Whether responses may be cached now. */
  isOn(): boolean;
  /** Whether a plugin listens to one of these hooks. */
  hasListeners(names: readonly string[]): boolean;
  /** The language that the request itself asks for; empty for the site's. */
  localeOf(request: Request): string;
  /** Cookies of logged-in users and of visitors with a cart. */
  readonly sessionCookies: readonly string[];
}

/**
 * Hooks through which plugins may observe, change or answer a call: if a plugin listens to one, the call is never
 * served from the cache.
 */
const OBSERVED_HOOKS: readonly string[] = [
  'all',
  'do_parse_request',
  'query_vars',
  'request',
  'parse_request',
  'rest_exposed_cors_headers',
  'rest_allowed_cors_headers',
  'wp_rest_server_class',
  'rest_authentication_errors',
  'determine_current_user',
  'set_current_user',
  'rest_pre_dispatch',
  'rest_request_before_callbacks',
  'rest_dispatch_request',
  'rest_request_after_callbacks',
  'rest_post_dispatch',
  'status_header',
  'rest_send_nocache_headers',
  'rest_pre_serve_request',
  'rest_pre_echo_response',
  'shutdown',
];

/** Maximum bytes of a cacheable request body. */
const LONGEST_BODY = 8192;
const LONGEST_ORIGIN = 200;
/** Headers that change the meaning of a call or make it personal. */
const UNLIKE: readonly string[] = [
  'authorization',
  'range',
  'x-wp-nonce',
  'x-http-method-override',
  'transfer-encoding',
  'content-encoding',
  'x-plinth-timing',
];

/** Whether a call is one that any anonymous visitor may make, in the form API clients use. */
export function isPlain(deps: PlainCallDeps, { headers }: Request): boolean {
  if (
    UNLIKE.some((name) => headers[name] !== undefined) ||
    deps.sessionCookies.some((name) => headers.cookie?.includes(name)) ||
    (headers.origin?.length ?? 0) > LONGEST_ORIGIN
  )
    return false;
  const length = Number(headers['content-length'] ?? 0);
  return (
    length > 0 &&
    length <= LONGEST_BODY &&
    (headers['content-type'] ?? '').startsWith('application/json') &&
    deps.isOn()
  );
}

/** Returns the cache key of a call. */
export function keyOf({ localeOf }: Pick<PlainCallDeps, 'localeOf'>, request: Request, body: Buffer): string {
  const { headers, method, originalUrl } = request;
  return [
    method,
    originalUrl,
    headers.host ?? '',
    localeOf(request),
    headers['content-type'],
    headers.origin ?? '',
    body.toString('latin1'),
  ].join('\n');
}

/** Whether no plugin observes a call or changes its response. */
export function mayPass(
  { hasListeners }: Pick<PlainCallDeps, 'hasListeners'>,
  { bypassHooks }: RestCacheOptions,
): boolean {
  return !hasListeners(OBSERVED_HOOKS) && !hasListeners(bypassHooks);
}
