import { statSync } from 'node:fs';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { PlinthError, type RestFile, type UploadedFile, WpError } from '../api/index.js';
import { type Authenticate, parsePhpQuery, type Rest, type RestCall } from '../rest/index.js';
import { storageFailure, storageMessage } from '../uploads/index.js';
import { type Body, BODY_LIMIT, EMPTY_BODY, limitText, readBody } from './body.js';
import { setRestCacheHeaders } from './caching-headers.js';
import { statusOf } from './error-pages.js';
import { UPLOAD_LIMIT } from './page-request.js';
import type { RestCache } from './rest-cache.js';
import { isMultipart, readStreamedForm } from './streamed-form.js';

/** Returns the maximum bytes of a request's body. */
export type BodyLimit = (request: Request, route: string) => Promise<number>;

/** Announces a call before it is served; may reroute it. */
export type AnnounceRest = (call: RestCall) => Promise<RestCall>;

/** Spellings of `rest_route` that PHP's field names allow. */
const ROUTE_NAME = /rest(?:[_.+]|%5f|%2e|%20)route/i;

/** Translates a text into the language of the client. */
export type Translate = (text: string, ...values: (string | number)[]) => string;

const inEnglish: Translate = (text, ...values) =>
  values.reduce<string>((message, value) => message.replace('%s', () => String(value)), text);

/** Stand-in for the cache that stores nothing. */
const NO_CACHE: Pick<RestCache, 'trackDependencies' | 'store'> = {
  trackDependencies: (_request, _response, _route, make) => make(),
  store: (_request, _response, body) => body,
};

export interface RestRouteOptions {
  readonly limitOf?: BodyLimit | undefined;
  readonly fireRequestHooks?: AnnounceRest | undefined;
  /** Cached responses. */
  readonly cache?: Pick<RestCache, 'trackDependencies' | 'store'> | undefined;
  readonly translate?: Translate | undefined;
  /** Work before a response is sent, when the caller is known. */
  readonly beforeReply?: ((response: Response) => Promise<void>) | undefined;
}

/**
 * Serves requests to the REST API, under `/wp-json` or by `?rest_route=` at any URL of the site; passes on everything
 * else.
 */
export function restRoute(
  rest: Pick<Rest, 'serve' | 'formBytes'>,
  authenticate: Authenticate,
  {
    limitOf = async () => BODY_LIMIT,
    fireRequestHooks = async (call) => call,
    cache = NO_CACHE,
    translate = inEnglish,
    beforeReply,
  }: RestRouteOptions = {},
): RequestHandler {
  async function serve(request: Request, response: Response, route: string): Promise<void> {
    const call = await fireRequestHooks(await readCall(request, route, limitOf, rest.formBytes, translate));
    const reply = await cache.trackDependencies(request, response, call.route, () => rest.serve(call, authenticate));
    await beforeReply?.(response);
    response.removeHeader('Content-Security-Policy');
    response.status(reply.status);
    for (const [name, value] of reply.headers) {
      // The API's `Vary` is added to that of encoding and language.
      if (name.toLowerCase() === 'vary') response.vary(value);
      else response.setHeader(name, value);
    }
    setRestCacheHeaders(request, response);
    response.end(request.method === 'HEAD' ? undefined : cache.store(request, response, reply.body));
  }

  return (request, response, next) => {
    const route = routeOf(request);
    if (route === undefined) return next();
    serve(request, response, route).catch(next);
  };
}

/** Answers errors raised before the API was reached, such as an unreachable database, in the API's own format. */
export function restErrors(onError: (error: unknown, context: string) => void): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const route = routeOf(request);
    const status = statusOf(error);
    if (route === undefined || status < 500 || response.headersSent) return next(error);
    onError(error, `${request.method} ${route}`);
    if (status === 503) response.setHeader('Retry-After', '30');
    const body = errorBody(status, storageFailure(error));
    response
      .status(status)
      .setHeader('Content-Type', 'application/json; charset=UTF-8')
      .setHeader('Cache-Control', 'no-store')
      .end(JSON.stringify(body));
  };
}

function errorBody(status: number, diskFailure: ReturnType<typeof storageFailure>): object {
  if (diskFailure) return { code: diskFailure, message: storageMessage(diskFailure), data: { status } };
  return status === 503
    ? { code: 'service_unavailable', message: 'The site is briefly unavailable.', data: { status } }
    : {
        code: 'internal_server_error',
        message: 'There has been a critical error on this website.',
        data: { status },
      };
}

const JSON_PATH = /^\/+(?:index\.php\/+)?wp-json(\/|$)/;

/** Returns the REST route of a request; the query string takes precedence over the path, as in WordPress. */
function routeOf(request: Request): string | undefined {
  const { path, query } = splitUrl(request);
  // API clients join base URLs that end with a slash and paths that begin with one.
  const isJson = JSON_PATH.test(path);
  if (/^\/wp-(?:admin(?:\/|$)|login\.php)/.test(path)) return undefined;
  const named = restRouteParameter(query);
  const route = named === undefined && isJson ? path.replace(JSON_PATH, '$1') : named;
  if (route === undefined || (route === '' && !isJson)) return undefined;
  return route.replace(/\/+$/, '') || '/';
}

function restRouteParameter(query: string): string | undefined {
  if (!ROUTE_NAME.test(query)) return undefined;
  try {
    // Parsed separately, so that an error in the other fields is answered in the API's format.
    const value = parsePhpQuery(
      query
        .split('&')
        .filter((pair) => ROUTE_NAME.test(pair))
        .join('&'),
    ).rest_route;
    return typeof value === 'string' && value !== '' && value !== '0' ? value : undefined;
  } catch {
    return undefined;
  }
}

function splitUrl(request: Request): { path: string; query: string } {
  const url = request.originalUrl;
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** @param formBytes maximum bytes of a form sent to a route */
async function readCall(
  request: Request,
  route: string,
  limitOf: BodyLimit,
  formBytes: Rest['formBytes'],
  translate: Translate,
): Promise<RestCall> {
  let body: Body = EMPTY_BODY;
  let refusal: WpError | undefined;
  let limit = BODY_LIMIT;
  try {
    const max = isMultipart(request) ? formBytes(route) : 0;
    limit = max > BODY_LIMIT ? Math.min(max, UPLOAD_LIMIT) : await limitOf(request, route);
    body = max > BODY_LIMIT ? await streamedBody(request, limit) : await readBody(request, limit);
  } catch (error) {
    if (!(error instanceof PlinthError)) throw error;
    refusal = new WpError(
      `rest_${error.code.replace(/^rest_/, '')}`,
      error.code === 'request_too_large'
        ? translate('The upload is larger than the %s limit. Make it smaller and send it again.', limitText(limit))
        : error.message,
      { status: error.status },
    );
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value;
  return {
    method: request.method,
    route,
    queryString: splitUrl(request).query,
    headers,
    body: body.text,
    bytes: body.bytes,
    form: body.form,
    files: filesByField(body.files),
    ...(refusal ? { error: refusal } : {}),
  };
}

/** Reads a form whose files stay on disk until the response has been sent. */
async function streamedBody(request: Request, limit: number): Promise<Body> {
  const { form, files, discard } = await readStreamedForm(request, limit);
  request.res?.once('close', () => void discard());
  return { ...EMPTY_BODY, form, files };
}

function filesByField(files: readonly UploadedFile[]): Record<string, RestFile | RestFile[]> {
  const byField: Record<string, RestFile | RestFile[]> = {};
  for (const upload of files) {
    const { field, name, type, path } = upload;
    const file: RestFile =
      path === undefined
        ? { name, type, data: upload.bytes, size: upload.bytes.length }
        : {
            name,
            type,
            path,
            size: statSync(path).size,
            get data() {
              return upload.bytes;
            },
          };
    const existing = byField[field];
    byField[field] = existing === undefined ? file : [existing, file].flat();
  }
  return byField;
}
