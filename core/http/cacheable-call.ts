import type { Request } from 'express';
import type { RestCacheOptions } from '../api/index.js';

interface PlainCallDeps {
  /** Whether answers may be kept now. */
  isOn(): boolean;
  /** Whether somebody besides the host listens to one of these hooks. */
  isHeard(names: readonly string[]): boolean;
  /** The language that a request asks for by itself; empty for the site's. */
  localeOf(request: Request): string;
  /** The cookies of those who are signed in or have something in the cart. */
  readonly sessionCookies: readonly string[];
}

/** What plugins may hear of a call, change in it or answer in its place: for them each call is made. */
const HEARD: readonly string[] = [
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

/** Bytes of a question; longer ones are answered each time. */
const LONGEST_BODY = 8192;
const LONGEST_ORIGIN = 200;
/** Headers with which a call is another one, or somebody's own. */
const UNLIKE: readonly string[] = [
  'authorization',
  'range',
  'x-wp-nonce',
  'x-http-method-override',
  'transfer-encoding',
  'content-encoding',
  'x-plinth-timing',
];

/** Whether a call asks what anybody may ask, in the way that programs do. */
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

/** By what the answer to a call is found again. */
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

/** Whether no plugin hears of a call, or changes its answer. */
export function mayPass({ isHeard }: Pick<PlainCallDeps, 'isHeard'>, { unless }: RestCacheOptions): boolean {
  return !isHeard(HEARD) && !isHeard(unless);
}
