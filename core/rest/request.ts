import {
  isWpError,
  type RestEndpoint,
  type RestFile,
  type RestParams,
  type RestRequest,
  type WpError,
} from '../api/index.js';
import { parseJsonBody } from './json-body.js';
import { parsePhpQuery } from './php-query.js';
import { isDictionary, isScalar } from './values.js';
import { dependOnRequest, bypassCaching } from '../cache/index.js';

/** Sources of a parameter, by WordPress's names. */
type ParamSource = 'JSON' | 'POST' | 'GET' | 'URL' | 'defaults';

const JSON_TYPE = /(?:^|[\s,])application\/(?:[\w!#$&\-^.+]+\+)?json(?:\+oembed)?(?:$|[\s,])/i;
const BODY_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** A request during its processing by the server (`WP_REST_Request`). */
export class Request implements RestRequest {
  private method: string;
  private body = '';
  private bytes: Buffer | undefined;
  private bodyParsed = false;
  private jsonParsed = false;
  private json: unknown = null;
  private attributes: Partial<RestEndpoint> = {};
  private matchedRoute: string | undefined;
  private files: Record<string, RestFile | RestFile[]> = {};
  private headers: Record<string, string> = {};
  private readonly params: Record<ParamSource, RestParams> = { JSON: {}, POST: {}, GET: {}, URL: {}, defaults: {} };

  constructor(
    method = 'GET',
    private route = '/',
  ) {
    this.method = method.toUpperCase();
  }

  getMethod(): string {
    return this.method;
  }

  setMethod(method: string): void {
    this.method = method.toUpperCase();
  }

  getRoute(): string {
    return this.route;
  }

  setRoute(route: string): void {
    this.route = route;
  }

  /** Returns the sources of parameters, in order of precedence. */
  order(): ParamSource[] {
    this.parseJson();
    if (this.method !== 'POST' && this.body !== '') this.parseBody();
    const order: ParamSource[] = ['GET', 'URL', 'defaults'];
    if (BODY_METHODS.includes(this.method)) order.unshift('POST');
    if (this.isJsonContentType()) order.unshift('JSON');
    return order;
  }

  /** Returns the mutable parameters of one source. */
  source(name: ParamSource): RestParams {
    return this.params[name];
  }

  getParam(name: string): unknown {
    let found: unknown;
    for (const source of this.order()) {
      if (!Object.hasOwn(this.params[source], name)) continue;
      const value = this.params[source][name];
      if (value !== null && value !== undefined) return value;
      found = null;
    }
    return found;
  }

  hasParam(name: string): boolean {
    return this.order().some((source) => Object.hasOwn(this.params[source], name));
  }

  setParam(name: string, value: unknown): void {
    const order = this.order();
    const sources = order.filter((source) => source !== 'defaults' && Object.hasOwn(this.params[source], name));
    for (const source of sources.length > 0 ? sources : order.slice(0, 1)) {
      this.params[source][name] = value;
      if (source === 'JSON' && isDictionary(this.json)) this.json = this.params.JSON;
    }
  }

  getParams(): RestParams {
    return Object.assign(
      {},
      ...this.order()
        .reverse()
        .map((source) => this.params[source]),
    ) as RestParams;
  }

  getUrlParams(): RestParams {
    return this.params.URL;
  }

  setUrlParams(params: RestParams): void {
    this.params.URL = { ...params };
  }

  getQueryParams(): RestParams {
    return this.params.GET;
  }

  setQueryParams(params: RestParams): void {
    this.params.GET = { ...params };
  }

  getBodyParams(): RestParams {
    return this.params.POST;
  }

  setBodyParams(params: RestParams): void {
    this.params.POST = { ...params };
  }

  getFileParams(): Record<string, RestFile | RestFile[]> {
    return this.files;
  }

  setFileParams(files: Record<string, RestFile | RestFile[]>): void {
    this.files = files;
  }

  getDefaultParams(): RestParams {
    return this.params.defaults;
  }

  setDefaultParams(params: RestParams): void {
    this.params.defaults = { ...params };
  }

  getJsonParams(): RestParams | null {
    this.parseJson();
    // A body that is a list or a scalar is returned as it is, contrary to the type: no caller expects one.
    return this.json as RestParams | null;
  }

  /** Returns the error if the body is not the JSON it is declared to be. */
  jsonError(): WpError | undefined {
    return this.parseJson();
  }

  getBody(): string {
    return this.body;
  }

  setBody(body: string): void {
    this.body = body;
    this.bytes = undefined;
    this.bodyParsed = false;
    this.jsonParsed = false;
    this.json = null;
    this.params.JSON = {};
  }

  getBodyBytes(): Buffer {
    return this.bytes ?? Buffer.from(this.body);
  }

  setBodyBytes(bytes: Buffer): void {
    this.bytes = bytes;
  }

  getHeader(name: string, use?: 'counting'): string | undefined {
    const key = canonicalName(name);
    if (use !== 'counting') dependOnRequest(`header ${key}`, this.headers[key] ?? '');
    return Object.hasOwn(this.headers, key) ? this.headers[key] : undefined;
  }

  getHeaders(): Readonly<Record<string, string>> {
    bypassCaching('it reads all headers');
    return this.headers;
  }

  setHeader(name: string, value: string): void {
    this.headers[canonicalName(name)] = value;
  }

  removeHeader(name: string): void {
    this.headers = Object.fromEntries(Object.entries(this.headers).filter(([key]) => key !== canonicalName(name)));
  }

  getContentType(): { value: string; type: string; subtype: string; parameters: string } | undefined {
    const header = this.getHeader('content-type');
    if (!header) return undefined;
    const [head = '', ...rest] = header.split(';');
    const value = head.trim().toLowerCase();
    const slash = value.indexOf('/');
    if (slash < 0) return undefined;
    return { value, type: value.slice(0, slash), subtype: value.slice(slash + 1), parameters: rest.join(';').trim() };
  }

  isJsonContentType(): boolean {
    const type = this.getContentType();
    return type !== undefined && JSON_TYPE.test(type.value);
  }

  getAttributes(): Partial<RestEndpoint> {
    return this.attributes;
  }

  setAttributes(attributes: Partial<RestEndpoint>): void {
    this.attributes = attributes;
  }

  getMatchedRoute(): string | undefined {
    return this.matchedRoute;
  }

  setMatchedRoute(route: string): void {
    this.matchedRoute = route;
  }

  private parseJson(): WpError | undefined {
    if (this.jsonParsed || !this.isJsonContentType()) return undefined;
    if (this.body === '' || this.body === '0') return undefined;
    const parsed = parseJsonBody(this.body);
    if (isWpError(parsed)) return parsed;
    this.jsonParsed = true;
    this.json = parsed.value;
    if (isScalar(parsed.value)) this.params.JSON = { 0: parsed.value };
    else if (parsed.value !== null) this.params.JSON = Object.fromEntries(Object.entries(parsed.value as object));
    if (isDictionary(this.json)) this.json = this.params.JSON;
    return undefined;
  }

  /** Parses form bodies of methods for which the web server does not. */
  private parseBody(): void {
    if (this.bodyParsed) return;
    this.bodyParsed = true;
    const type = this.getContentType();
    if (type && type.value !== 'application/x-www-form-urlencoded') return;
    this.params.POST = { ...parsePhpQuery(this.body), ...this.params.POST };
  }
}

function canonicalName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** Copies a foreign request object into a request of this class. */
export function ownRequest(request: RestRequest): Request {
  if (request instanceof Request) return request;
  const copy = new Request(request.getMethod(), request.getRoute());
  copy.setQueryParams(request.getQueryParams());
  copy.setBodyParams(request.getBodyParams() satisfies RestParams);
  for (const [name, value] of Object.entries(request.getHeaders())) copy.setHeader(name, value);
  copy.setBody(request.getBody());
  return copy;
}
