import type { Undo } from './hooks.js';
import type { MaybePromise } from './maybe-promise.js';
import { isWpError, type WpError } from './wp-error.js';

/** The kinds of value that a schema can ask for. */
export type RestSchemaType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string';

/**
 * A value's description: the part of JSON Schema draft 4 that WordPress's REST server understands,
 * with its extensions (`context`, `readonly`, `required` as a boolean on a property).
 * @since 0.1.0
 */
export interface RestSchema {
  $schema?: string;
  title?: string;
  description?: string;
  type?: RestSchemaType | readonly RestSchemaType[];
  format?:
    | 'hex-color'
    | 'date-time'
    | 'date'
    | 'email'
    | 'ip'
    | 'uuid'
    | 'uri'
    | 'text-field'
    | 'textarea-field'
    | (string & {});
  enum?: readonly unknown[];
  default?: unknown;
  context?: readonly string[];
  readonly?: boolean;
  /** On a parameter or property: whether it must be there. On an object: the names that must be there. */
  required?: boolean | readonly string[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  items?: RestSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Readonly<Record<string, RestSchema>>;
  patternProperties?: Readonly<Record<string, RestSchema>>;
  additionalProperties?: boolean | RestSchema;
  minProperties?: number;
  maxProperties?: number;
  oneOf?: readonly RestSchema[];
  anyOf?: readonly RestSchema[];
  [extension: string]: unknown;
}

/** Answers with the value to go on with, or a {@link WpError} that refuses the request. */
export type RestSanitizeCallback = (value: unknown, request: RestRequest, param: string) => unknown;
/** Refuses with `false` or a {@link WpError}; anything else accepts. */
export type RestValidateCallback = (value: unknown, request: RestRequest, param: string) => MaybePromise<unknown>;

/** One parameter of an endpoint: its schema, and optionally its own checks instead of the schema's. */
export interface RestArg extends RestSchema {
  required?: boolean;
  /** `null` switches the schema's sanitising off. */
  sanitizeCallback?: RestSanitizeCallback | null;
  validateCallback?: RestValidateCallback;
}

/** Answers a request: with data, a response, or a `WpError`. */
export type RestCallback = (request: RestRequest) => MaybePromise<unknown>;
/** `true` lets the request through; `false`, `null` and a {@link WpError} do not. */
export type RestPermissionCallback = (request: RestRequest) => MaybePromise<boolean | WpError | null | undefined>;

/** What one or several methods of a route do. */
export interface RestEndpoint {
  /** `GET` by default; a list may also be written `POST, PUT, PATCH`. */
  methods?: string | readonly string[];
  /** Answers with data, a {@link RestResponse} or a {@link WpError}. */
  callback: RestCallback;
  /**
   * The capability that whoever asks must have; 401 for visitors, 403 for others. A `permissionCallback` beside it is asked too.
   * @since 0.2.0
   */
  capability?: string;
  /** Required of plugins without a `capability`; `() => true` for a public endpoint. */
  permissionCallback?: RestPermissionCallback;
  args?: Readonly<Record<string, RestArg>>;
  /**
   * Bytes that a form sent here by POST may have with its files, for everybody; 1 MiB when absent, and never more than the library takes (33 MiB). Files lie on
   * disk meanwhile (`RestFile.path`), and what is larger is answered with 413. Other bodies stay within 1 MiB.
   * @since 0.3.0
   */
  maxBytes?: number;
  /** Promises that the answer may be sent again to others who ask the same; nothing is kept when absent. @since 0.3.0 */
  keep?: RestCacheOptions;
  /** Whether the indexes list the route; true by default. */
  showInIndex?: boolean;
}

/** Somebody who gets an answer that was made before. @since 0.3.0 */
export interface CacheRequest {
  /** What was sent, as text. */
  readonly body: string;
  /** The network address of whoever asks. */
  readonly clientIp: string;
  /** A header; empty when there is none. */
  header(name: string): string;
}

/**
 * What an endpoint of POST promises whose answer says what is, and changes nothing: visitors without a sign-in, a cart or a password who send the same JSON get the same bytes, as
 * long as nothing is written that the answer was read from, and no moment has come that it named (`scope.freshUntil`). It is made for each when it reads what nobody watches
 * (`scope.watchTables`), says `scope.doNotCache()`, or looks at headers, and while a plugin listens to a hook of the API.
 * @since 0.3.0
 */
export interface RestCacheOptions {
  /** Hooks by which others have a say in the answer: while somebody listens, it is made for each. */
  readonly unless: readonly string[];
  /** Told before an answer goes out again, to count it; it must not take long. `false` has the answer made. It runs outside of any request. */
  again?(asked: CacheRequest): MaybePromise<boolean>;
}

/** What belongs to a route rather than to one of its methods. */
export interface RestRouteOptions {
  endpoints: readonly RestEndpoint[];
  /** The schema of what the route answers with, shown to `OPTIONS`. */
  schema?: RestSchema | (() => RestSchema);
  allowBatch?: Readonly<{ v1?: boolean }>;
  showInIndex?: boolean;
  args?: Readonly<Record<string, RestArg>>;
}

/** What `registerRestRoute` takes: one endpoint, several, or several with options for all. */
export type RestRouteDefinition = RestEndpoint | readonly RestEndpoint[] | RestRouteOptions;

/** A file sent in a multipart form. */
export interface RestFile {
  readonly name: string;
  readonly type: string;
  /** What it holds; read anew each time where it lies on disk. */
  readonly data: Buffer;
  /** Where it lies until the answer has gone out, when its route takes large forms (`maxBytes`). Move it, or copy it. @since 0.3.0 */
  readonly path?: string;
  /** In bytes. */
  readonly size: number;
}

/** Plain JSON-like parameters by name. */
export type RestParams = Record<string, unknown>;

/**
 * A request to the REST server (`WP_REST_Request`). A parameter is looked up in the JSON body, the form body,
 * the query string, the path and the defaults, in this order.
 * @since 0.1.0
 */
export interface RestRequest {
  /** The HTTP method in capitals, after `_method` was applied (`WP_REST_Request::get_method`). */
  getMethod(): string;
  /** Sets the method (`WP_REST_Request::set_method`). */
  setMethod(method: string): void;
  /** The path behind `/wp-json` (`WP_REST_Request::get_route`). */
  getRoute(): string;
  /** Sets the path (`WP_REST_Request::set_route`). */
  setRoute(route: string): void;
  /** A parameter's value; `undefined` when nothing gives it. */
  getParam(name: string): unknown;
  /** Whether a parameter was sent, `null` included. */
  hasParam(name: string): boolean;
  /** Sets a parameter where it already stands, or in the first place that is looked at (`WP_REST_Request::set_param`). */
  setParam(name: string, value: unknown): void;
  /** Every parameter: JSON over form over query over path over defaults (`WP_REST_Request::get_params`). */
  getParams(): RestParams;
  /** What the route's pattern matched (`WP_REST_Request::get_url_params`). */
  getUrlParams(): RestParams;
  /** Sets what the route's pattern matched (`WP_REST_Request::set_url_params`). */
  setUrlParams(params: RestParams): void;
  /** The query string's parameters (`WP_REST_Request::get_query_params`). */
  getQueryParams(): RestParams;
  /** Sets the query string's parameters (`WP_REST_Request::set_query_params`). */
  setQueryParams(params: RestParams): void;
  /** The form's parameters (`WP_REST_Request::get_body_params`). */
  getBodyParams(): RestParams;
  /** Sets the form's parameters (`WP_REST_Request::set_body_params`). */
  setBodyParams(params: RestParams): void;
  /** The files sent with the form (`WP_REST_Request::get_file_params`). */
  getFileParams(): Record<string, RestFile | RestFile[]>;
  /** Sets the files (`WP_REST_Request::set_file_params`). */
  setFileParams(files: Record<string, RestFile | RestFile[]>): void;
  /** The defaults of the route's arguments (`WP_REST_Request::get_default_params`). */
  getDefaultParams(): RestParams;
  /** Sets the defaults (`WP_REST_Request::set_default_params`). */
  setDefaultParams(params: RestParams): void;
  /** The parsed JSON body; `null` when there is none. */
  getJsonParams(): RestParams | null;
  /** The body as it was sent (`WP_REST_Request::get_body`). */
  getBody(): string;
  /** The body byte for byte, for what is no text: a picture, a document. @since 0.2.0 */
  getBodyBytes(): Buffer;
  /** Sets the body, to be read anew (`WP_REST_Request::set_body`). */
  setBody(body: string): void;
  /**
   * A header by its name in any case (`WP_REST_Request::get_header`).
   * @param use `counting`: only to count who asks; what is answered is the same for everybody. @since 0.3.0
   */
  getHeader(name: string, use?: 'counting'): string | undefined;
  /** Every header, by WordPress's spelling: lower case with `_` (`WP_REST_Request::get_headers`). */
  getHeaders(): Readonly<Record<string, string>>;
  /** Sets a header (`WP_REST_Request::set_header`). */
  setHeader(name: string, value: string): void;
  /** Removes a header (`WP_REST_Request::remove_header`). */
  removeHeader(name: string): void;
  /** The media type and its parameters, apart. */
  getContentType(): { value: string; type: string; subtype: string; parameters: string } | undefined;
  /** Whether the body is said to be JSON (`WP_REST_Request::is_json_content_type`). */
  isJsonContentType(): boolean;
  /** The endpoint that answers; empty before one was found. */
  getAttributes(): Partial<RestEndpoint>;
  /** Sets the endpoint that answers (`WP_REST_Request::set_attributes`). */
  setAttributes(attributes: Partial<RestEndpoint>): void;
  /** The WordPress pattern of the route that answers. */
  getMatchedRoute(): string | undefined;
}

/** A link of an answer to something related. */
export interface RestLink {
  href: string;
  embeddable?: boolean;
  [attribute: string]: unknown;
}

/**
 * An answer of the REST server (`WP_REST_Response`).
 * @since 0.1.0
 */
export class RestResponse {
  /** In the order they were set; names as written. */
  readonly headers = new Map<string, string | number>();
  private readonly links = new Map<string, RestLink[]>();
  private matchedRoute = '';
  private matchedHandler: RestEndpoint | undefined;
  private written: { readonly data: unknown; readonly json: () => Buffer } | undefined;

  constructor(
    public data: unknown = null,
    public status: number = 200,
    headers: Readonly<Record<string, string | number>> = {},
  ) {
    for (const [name, value] of Object.entries(headers)) this.header(name, value);
  }

  /** What will be sent as JSON (`WP_REST_Response::get_data`). */
  getData(): unknown {
    return this.data;
  }

  /** Sets what will be sent (`WP_REST_Response::set_data`). */
  setData(data: unknown): void {
    this.data = data;
  }

  /** The HTTP status (`WP_REST_Response::get_status`). */
  getStatus(): number {
    return this.status;
  }

  /** Sets the HTTP status (`WP_REST_Response::set_status`). */
  setStatus(status: number): void {
    this.status = status;
  }

  /** Sets a header, or adds to its value with a comma. */
  header(name: string, value: string | number, replace = true): void {
    const before = this.headers.get(name);
    this.headers.set(name, !replace && before !== undefined ? `${before}, ${value}` : value);
  }

  /** The headers by name (`WP_REST_Response::get_headers`). */
  getHeaders(): Record<string, string | number> {
    return Object.fromEntries(this.headers);
  }

  /** Replaces every header. */
  setHeaders(headers: Readonly<Record<string, string | number>>): void {
    this.headers.clear();
    for (const [name, value] of Object.entries(headers)) this.header(name, value);
  }

  /** Adds a link to the body's `_links`; `embeddable: true` lets `_embed` follow it. */
  addLink(rel: string, href: string, attributes: Readonly<Record<string, unknown>> = {}): void {
    const { href: attributeHref, ...rest } = attributes;
    const link: RestLink = { href: typeof attributeHref === 'string' ? attributeHref : href, ...rest };
    this.links.set(rel, [...(this.links.get(rel) ?? []), link]);
  }

  /** Adds links by relation. */
  addLinks(links: Readonly<Record<string, RestLink | readonly RestLink[]>>): void {
    for (const [rel, set] of Object.entries(links)) {
      for (const link of Array.isArray(set) ? (set as readonly RestLink[]) : [set as RestLink])
        this.addLink(rel, link.href, link);
    }
  }

  /** Removes the links of a relation, or the one to an address. */
  removeLink(rel: string, href?: string): void {
    const left = href === undefined ? [] : (this.links.get(rel) ?? []).filter((link) => link.href !== href);
    if (left.length > 0) this.links.set(rel, left);
    else this.links.delete(rel);
  }

  /** The links by relation (`WP_REST_Response::get_links`). */
  getLinks(): Record<string, RestLink[]> {
    return Object.fromEntries(this.links);
  }

  /** Adds to the `Link` header. */
  linkHeader(rel: string, href: string, attributes: Readonly<Record<string, string>> = {}): void {
    let value = `<${href}>; rel="${rel}"`;
    for (const [name, attribute] of Object.entries(attributes))
      value += name === 'title' ? `; title="${attribute}"` : `; ${name}=${attribute}`;
    this.header('Link', value, false);
  }

  /** The pattern of the route that answered (`WP_REST_Response::get_matched_route`). */
  getMatchedRoute(): string {
    return this.matchedRoute;
  }

  /** Sets the pattern of the route that answered (`WP_REST_Response::set_matched_route`). */
  setMatchedRoute(route: string): void {
    this.matchedRoute = route;
  }

  /** The endpoint that answered (`WP_REST_Response::get_matched_handler`). */
  getMatchedHandler(): RestEndpoint | undefined {
    return this.matchedHandler;
  }

  /** Sets the endpoint that answered (`WP_REST_Response::set_matched_handler`). */
  setMatchedHandler(handler: RestEndpoint): void {
    this.matchedHandler = handler;
  }

  /**
   * Says how the data is written, for an answer put together of parts that were written before. It is asked where the answer goes out as it is: not while a plugin listens to a
   * hook that hands it around, nor for other data.
   * @param json the bytes of what `wpJsonEncode` makes of the data
   * @since 0.3.0
   */
  setJson(json: () => Buffer): void {
    this.written = { data: this.data, json };
  }

  /** How this data is written; undefined where nobody said so. @since 0.3.0 */
  getJson(data: unknown): (() => Buffer) | undefined {
    return this.written?.data === data ? this.written?.json : undefined;
  }

  /** Whether the status is 400 or more (`WP_REST_Response::is_error`). */
  isError(): boolean {
    return this.status >= 400;
  }
}

/** Makes a response of what a callback answered; errors stay errors (`rest_ensure_response`). */
export function restEnsureResponse<T>(answer: T): T extends WpError ? WpError : RestResponse {
  const response = isWpError(answer) || answer instanceof RestResponse ? answer : new RestResponse(answer ?? null);
  return response as T extends WpError ? WpError : RestResponse;
}

/**
 * The REST server, as plugins and the rest of the host see it.
 * @since 0.1.0
 */
export interface RestApi {
  /**
   * Registers a route (`register_rest_route`) under a namespace, as a WordPress pattern such as `/items/(?P<id>\d+)`.
   * A route registered twice answers with both definitions' endpoints, unless `override`.
   * @throws PlinthError `rest_route_without_permission`, `rest_route_without_namespace`, `rest_route_bad_pattern`
   */
  registerRestRoute(namespace: string, route: string, definition: RestRouteDefinition, override?: boolean): Undo;
  /** Adds a field to the answers about an object type (`register_rest_field`). */
  registerRestField(objectType: string | readonly string[], attribute: string, field: RestField): Undo;
  /** A request from within the site; nothing of it is taken from the running HTTP request. */
  createRequest(method: string, route: string, params?: RestParams): RestRequest;
  /** Answers a request (`rest_do_request`): never throws; errors come back as responses. */
  dispatch(request: RestRequest): Promise<RestResponse>;
  /** The address of a route on this site (`rest_url`). */
  restUrl(path?: string): string;
}

/** A field that a plugin adds to answers about an object type. */
export interface RestField {
  /** Gives the field's value for an object; null leaves it out. */
  getCallback?:
    | ((
        object: Record<string, unknown>,
        attribute: string,
        request: RestRequest,
        objectType: string,
      ) => MaybePromise<unknown>)
    | null;
  /** Stores a value that was sent for the field. */
  updateCallback?:
    | ((
        value: unknown,
        object: unknown,
        attribute: string,
        request: RestRequest,
        objectType: string,
      ) => MaybePromise<unknown>)
    | null;
  schema?: RestSchema | null;
}
