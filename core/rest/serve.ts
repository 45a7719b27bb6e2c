import { type HookApi, PlinthError, type RestApi, type RestFile, RestResponse, WpError } from '../api/index.js';
import { encodePhpJson } from '../formatting/index.js';
import { nocacheHeaders, filterStatus } from '../responses/index.js';
import type { Dispatcher } from './dispatcher.js';
import { errorToResponse, thrownToResponse } from './error-response.js';
import { type Embed, type Links, parseEmbed } from './links.js';
import { parsePhpQuery } from './php-query.js';
import { ownRequest, Request } from './request.js';
import type { Handler } from './routes.js';
import type { RestCore } from './server-parts.js';
import { type Dictionary, isEmpty, toText } from './values.js';

/** One HTTP request to the API, parsed but not interpreted. */
export interface RestCall {
  readonly method: string;
  /** Route, percent-encoded as received. */
  readonly route: string;
  /** Query string without the question mark. */
  readonly queryString: string;
  /** Headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The raw body, for binary content. */
  readonly bytes?: Buffer;
  /** The fields of a POST form. */
  readonly form: Dictionary;
  readonly files: Readonly<Record<string, RestFile | RestFile[]>>;
  /** Error of the HTTP layer, such as a body that is too large. */
  readonly error?: WpError;
}

/** The HTTP response. */
interface RestReply {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string | Buffer;
}

/** Result of the credentials check, which also sets the current user. */
export interface RestCredentials {
  error?: WpError;
  headers?: Readonly<Record<string, string>>;
  noCache?: boolean;
}

export type Authenticate = (call: RestCall) => Promise<RestCredentials>;
export type Serve = (call: RestCall, authenticate?: Authenticate) => Promise<RestReply>;

const JSONP_NAME = /^[\w.]+$/;
/** Hooks that receive a response before it is sent: their callbacks may mutate it. */
const RESPONSE_HOOKS: readonly string[] = [
  'all',
  'rest_request_after_callbacks',
  'rest_post_dispatch',
  'rest_pre_serve_request',
  'rest_pre_echo_response',
];
const ALLOWED_HEADERS = ['Authorization', 'X-WP-Nonce', 'Content-Disposition', 'Content-MD5', 'Content-Type'];

/** Creates the function that handles HTTP requests to the API (`WP_REST_Server::serve_request`). */
export function createServe(core: RestCore, dispatcher: Dispatcher, links: Links): Serve {
  const { deps } = core;
  const { hooks } = deps;

  return async function serve(call, authenticate = () => Promise.resolve({})) {
    const headers = new Headers(core.api.restUrl());
    try {
      return await handleRequest(call, headers, authenticate);
    } catch (error) {
      if (!isRefusal(error)) deps.onError(error, `${call.method} ${call.route}`);
      const response = thrownToResponse(error);
      return reply(response.getStatus(), headers, call.method === 'HEAD' ? '' : encodeOrNull(response.getData()));
    }
  };

  async function handleRequest(call: RestCall, headers: Headers, authenticate: Authenticate): Promise<RestReply> {
    const query = parsePhpQuery(call.queryString);
    const jsonp = isEmpty(query._jsonp) ? undefined : query._jsonp;
    if (jsonp !== undefined) {
      headers.set('content-type', 'application/javascript; charset=UTF-8');
      const jsonpError = await checkJsonp(jsonp);
      if (jsonpError) return reply(400, headers, encodeOrNull(jsonpError));
    }
    const request = readRequest(call, query);
    headers.set(
      'access-control-expose-headers',
      (await hooks.applyFilters('rest_exposed_cors_headers', ['X-WP-Total', 'X-WP-TotalPages', 'Link'], request)).join(
        ', ',
      ),
    );
    headers.set(
      'access-control-allow-headers',
      (await hooks.applyFilters('rest_allowed_cors_headers', ALLOWED_HEADERS, request)).join(', '),
    );
    const server = await serverOf(hooks, { ...core.api, dispatch: (inner) => dispatcher.dispatch(ownRequest(inner)) });
    const credentials = await authenticate(call);
    headers.setAll(credentials.headers ?? {});
    const error = credentials.error ?? call.error;
    const dispatched = error ? errorToResponse(error) : await server.dispatch(request);
    const finished = await dispatcher.finish(dispatched, request);
    const embed = parseEmbed(query._embed);
    const response = query._envelope === undefined ? finished : await envelope(finished, embed);
    headers.setAll(response.getHeaders());
    const responseStatus = response.getStatus();
    const status = await filterStatus(hooks, responseStatus);
    if (status !== responseStatus) response.setStatus(status);
    const overridden = call.headers['x-http-method-override'] !== undefined && status >= 400 && status < 500;
    const loggedIn = credentials.noCache === true || deps.currentUserId() > 0;
    if ((await hooks.applyFilters('rest_send_nocache_headers', loggedIn)) || overridden) {
      headers.setAll(await nocacheHeaders(hooks));
    }
    addCorsHeaders(headers, call);
    const customBody = await hooks.applyFilters<unknown>('rest_pre_serve_request', false, response, request, core.api);
    if (customBody)
      return reply(status, headers, typeof customBody === 'string' && request.getMethod() !== 'HEAD' ? customBody : '');
    if (request.getMethod() === 'HEAD') return reply(status, headers, '');
    return writeReply(request, response, embed, headers, jsonp === undefined ? undefined : toText(jsonp));
  }

  async function writeReply(
    request: Request,
    response: RestResponse,
    embed: Embed,
    headers: Headers,
    jsonp: string | undefined,
  ): Promise<RestReply> {
    const dataWithLinks = await links.toData(response, embed);
    const data: unknown = await hooks.applyFilters<unknown>('rest_pre_echo_response', dataWithLinks, core.api, request);
    if (response.getStatus() === 204 || data === null || data === undefined)
      return reply(response.getStatus(), headers, '');
    const pretty = request.hasParam('_pretty');
    const { owner = '' } = request.getAttributes() as Partial<Handler>;
    const jsonWriter =
      pretty || jsonp !== undefined || deps.hasListeners(RESPONSE_HOOKS) ? undefined : response.getJson(data);
    const entryName = `response of route ${request.getRoute()}`;
    try {
      if (jsonWriter) return reply(response.getStatus(), headers, deps.invoke(owner, entryName, jsonWriter));
      const json = deps.invoke(owner, entryName, () => encodeOrThrow(data, pretty));
      return reply(response.getStatus(), headers, wrapJsonp(json, jsonp));
    } catch (error) {
      const { message } = error as Error;
      const failed = errorToResponse(new WpError('rest_encode_error', message, { status: 500 }));
      return reply(500, headers, wrapJsonp(encodeOrNull(failed.getData(), pretty), jsonp));
    }
  }

  /** @throws PlinthError `rest_encode_error` for data without a JSON representation */
  function encodeOrThrow(data: unknown, pretty: boolean): string {
    const encoded = encodePhpJson(data, pretty);
    if ('text' in encoded) return encoded.text;
    throw new PlinthError('rest_encode_error', encoded.error, {
      hint: 'Return data that JSON can represent.',
      status: 500,
    });
  }

  async function checkJsonp(name: unknown): Promise<Dictionary | undefined> {
    // The Content Security Policy trusts every script of this site, and a callback name can call any function of a
    // page.
    if (!(await hooks.applyFilters('rest_jsonp_enabled', false))) {
      return { code: 'rest_callback_disabled', message: 'JSONP support is disabled on this site.' };
    }
    if (typeof name === 'string' && JSONP_NAME.test(name)) return undefined;
    return { code: 'rest_callback_invalid', message: 'Invalid JSONP callback function.' };
  }

  async function envelope(response: RestResponse, embed: Embed): Promise<RestResponse> {
    const data = {
      body: await links.toData(response, embed),
      status: response.getStatus(),
      headers: embeddedHeaders(response),
    };
    return new RestResponse(await hooks.applyFilters('rest_envelope_response', data, response));
  }

  /** Every origin is allowed: a cookie is not accepted without the nonce, which other sites cannot read. */
  function addCorsHeaders(headers: Headers, call: RestCall): void {
    const { origin } = call.headers;
    if (origin !== undefined && origin !== '') {
      headers.setAll({
        'access-control-allow-origin': origin === 'null' ? origin : deps.formatting.sanitizeUrl(origin),
        'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-credentials': 'true',
        vary: 'Origin',
      });
    } else if (call.method === 'GET' && deps.currentUserId() === 0) headers.set('vary', 'Origin');
  }
}

/** Returns the server of a call, or a plugin's replacement (`wp_rest_server_class`). */
async function serverOf(hooks: Pick<HookApi, 'applyFilters'>, coreApi: RestApi): Promise<RestApi> {
  const replacement = await hooks.applyFilters<string | RestApi>('wp_rest_server_class', 'WP_REST_Server', coreApi);
  return typeof replacement === 'string' ? coreApi : replacement;
}

/** Headers in the order they were set; the last value of a name wins. */
class Headers {
  readonly map = new Map<string, string>();

  constructor(apiRoot: string) {
    this.setAll({
      'content-type': 'application/json; charset=UTF-8',
      'x-robots-tag': 'noindex',
      link: `<${apiRoot}>; rel="https://api.w.org/"`,
      'x-content-type-options': 'nosniff',
    });
  }

  /** Sets a header without line breaks, by which a value could inject headers. */
  set(name: string, value: string | number): void {
    this.map.set(name.toLowerCase(), String(value).replaceAll(/[\r\n]+/g, ' '));
  }

  setAll(headers: Readonly<Record<string, string | number>>): void {
    for (const [name, value] of Object.entries(headers)) this.set(name, value);
  }
}

function readRequest(call: RestCall, query: Dictionary): Request {
  const override = query._method === undefined ? call.headers['x-http-method-override'] : toText(query._method);
  const request = new Request(override ?? call.method, call.route);
  request.setQueryParams(query);
  request.setBodyParams(call.form);
  request.setFileParams({ ...call.files });
  for (const [name, value] of Object.entries(call.headers)) request.setHeader(name, value);
  request.setBody(call.body);
  if (call.bytes) request.setBodyBytes(call.bytes);
  return request;
}

/** Returns the headers as embedded in a response; an empty list for none. */
export function embeddedHeaders(response: RestResponse): object {
  const headers = response.getHeaders();
  return Object.keys(headers).length === 0 ? [] : headers;
}

function reply(status: number, headers: Headers, body: string | Buffer): RestReply {
  return { status, headers: headers.map, body };
}

function encodeOrNull(data: unknown, pretty = false): string {
  const encoded = encodePhpJson(data, pretty);
  return 'text' in encoded ? encoded.text : 'null';
}

/** Wraps JSON in a JSONP callback. The comment prevents the response from being interpreted as a Flash file. */
function wrapJsonp(text: string, jsonp: string | undefined): string {
  return jsonp === undefined ? text : `/**/${jsonp}(${text})`;
}

function isRefusal(error: unknown): boolean {
  return thrownToResponse(error).getStatus() < 500;
}
