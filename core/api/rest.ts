import type { Undo } from './hooks.js';
import type { MaybePromise } from './maybe-promise.js';
import { isWpError, type WpError } from './wp-error.js';

/** Value types of a schema. */
export type RestSchemaType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string';

/**
 * Schema of a value: the subset of JSON Schema draft 4 that WordPress's REST server supports, with its extensions
 * (`context`, `readonly`, `required` as a boolean on a property).
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
  /** On a parameter or property: whether it is required. On an object: names of the required properties. */
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

/** Returns the sanitized value, or a {@link WpError} to reject the request. */
export type RestSanitizeCallback = (value: unknown, request: RestRequest, param: string) => unknown;
/** Rejects the value with `false` or a {@link WpError}; any other result accepts it. */
export type RestValidateCallback = (value: unknown, request: RestRequest, param: string) => MaybePromise<unknown>;

/** A parameter of an endpoint: its schema, and optional callbacks that replace the schema's checks. */
export interface RestArg extends RestSchema {
  required?: boolean;
  /** `null` disables the schema's sanitization. */
  sanitizeCallback?: RestSanitizeCallback | null;
  validateCallback?: RestValidateCallback;
}

/** Handles a request. Returns data, a response or a `WpError`. */
export type RestCallback = (request: RestRequest) => MaybePromise<unknown>;
/** `true` allows the request; `false`, `null` and a {@link WpError} reject it. */
export type RestPermissionCallback = (request: RestRequest) => MaybePromise<boolean | WpError | null | undefined>;

/** Handler for one or more methods of a route. */
export interface RestEndpoint {
  /** Defaults to `GET`; several methods are a list or a string such as `POST, PUT, PATCH`. */
  methods?: string | readonly string[];
  /** Returns data, a {@link RestResponse} or a {@link WpError}. */
  callback: RestCallback;
  /**
   * Capability required for access; otherwise 401 for anonymous visitors, 403 for others. A `permissionCallback` is
   * evaluated additionally.
   * @since 0.1.0
   */
  capability?: string;
  /** Required for plugins unless `capability` is set; `() => true` for a public endpoint. */
  permissionCallback?: RestPermissionCallback;
  args?: Readonly<Record<string, RestArg>>;
  /**
   * Maximum size of a form sent by POST with its files, in bytes, for all users; defaults to 1 MiB, limited by the
   * upload limit of the media library (33 MiB). Files are stored on disk meanwhile (`RestFile.path`); larger requests
   * get 413. Other bodies are limited to 1 MiB.
   * @since 0.1.0
   */
  maxBytes?: number;
  /**
   * Allows responses to be cached and shared between identical requests; responses are not cached if absent.
   * @since 0.1.0
   */
  cacheOptions?: RestCacheOptions;
  /** Whether the index lists the route; defaults to true. */
  showInIndex?: boolean;
}

/**
 * A request that is answered from the cache.
 * @since 0.1.0
 */
export interface CacheRequest {
  /** Request body as text. */
  readonly body: string;
  /** Client IP address. */
  readonly clientIp: string;
  /** Returns a header; empty if absent. */
  header(name: string): string;
}

/**
 * Caching of a read-only POST endpoint. Visitors without a login, cart or post password who send the same JSON get the
 * same bytes, until the data that the response was read from changes or a time set with `scope.cache.expiresAt` is
 * reached. A response is not cached if it reads untracked tables (`scope.cache.trackTables`), calls
 * `scope.cache.bypass()` or reads headers, or while a plugin has a callback on a REST API hook.
 * @since 0.1.0
 */
export interface RestCacheOptions {
  /** Hooks that can change the response: while one has a callback, the response is not cached. */
  readonly bypassHooks: readonly string[];
  /**
   * Called before a cached response is sent, for example to count it; must be fast. `false` generates a new response.
   * Runs outside of any request.
   */
  onHit?(request: CacheRequest): MaybePromise<boolean>;
}

/** Options of a route that apply to all its methods. */
export interface RestRouteOptions {
  endpoints: readonly RestEndpoint[];
  /** Schema of the route's response, included in the response to `OPTIONS`. */
  schema?: RestSchema | (() => RestSchema);
  allowBatch?: Readonly<{ v1?: boolean }>;
  showInIndex?: boolean;
  args?: Readonly<Record<string, RestArg>>;
}

/** Route definition of `registerRestRoute`: one endpoint, several, or several with shared options. */
export type RestRouteDefinition = RestEndpoint | readonly RestEndpoint[] | RestRouteOptions;

/** A file sent in a multipart form. */
export interface RestFile {
  readonly name: string;
  readonly type: string;
  /** Content; a file on disk is read on every access. */
  readonly data: Buffer;
  /**
   * Path of the file on disk until the response is sent, if its route accepts large forms (`maxBytes`). Move or copy it
   * to preserve it.
   * @since 0.1.0
   */
  readonly path?: string;
  /** Size in bytes. */
  readonly size: number;
}

/** Parameters by name, as JSON values. */
export type RestParams = Record<string, unknown>;

/**
 * A request to the REST server (`WP_REST_Request`). A parameter is looked up in the JSON body, the form body, the query
 * string, the path and the defaults, in this order.
 * @since 0.1.0
 */
export interface RestRequest {
  /** Returns the HTTP method in upper case, after applying `_method` (`WP_REST_Request::get_method`). */
  getMethod(): string;
  /** Sets the HTTP method (`WP_REST_Request::set_method`). */
  setMethod(method: string): void;
  /** Returns the path after `/wp-json` (`WP_REST_Request::get_route`). */
  getRoute(): string;
  /** Sets the path after `/wp-json` (`WP_REST_Request::set_route`). */
  setRoute(route: string): void;
  /** Returns the value of a parameter; `undefined` if it is not set (`WP_REST_Request::get_param`). */
  getParam(name: string): unknown;
  /** Whether a parameter was sent, including with the value `null` (`WP_REST_Request::has_param`). */
  hasParam(name: string): boolean;
  /**
   * Sets a parameter where it is already defined, or else in the source with the highest precedence
   * (`WP_REST_Request::set_param`).
   */
  setParam(name: string, value: unknown): void;
  /** Returns all parameters; precedence: JSON, form, query string, path, defaults (`WP_REST_Request::get_params`). */
  getParams(): RestParams;
  /** Returns the parameters matched by the route's pattern (`WP_REST_Request::get_url_params`). */
  getUrlParams(): RestParams;
  /** Sets the parameters matched by the route's pattern (`WP_REST_Request::set_url_params`). */
  setUrlParams(params: RestParams): void;
  /** Returns the parameters of the query string (`WP_REST_Request::get_query_params`). */
  getQueryParams(): RestParams;
  /** Sets the parameters of the query string (`WP_REST_Request::set_query_params`). */
  setQueryParams(params: RestParams): void;
  /** Returns the parameters of the form (`WP_REST_Request::get_body_params`). */
  getBodyParams(): RestParams;
  /** Sets the parameters of the form (`WP_REST_Request::set_body_params`). */
  setBodyParams(params: RestParams): void;
  /** Returns the uploaded files (`WP_REST_Request::get_file_params`). */
  getFileParams(): Record<string, RestFile | RestFile[]>;
  /** Sets the uploaded files (`WP_REST_Request::set_file_params`). */
  setFileParams(files: Record<string, RestFile | RestFile[]>): void;
  /** Returns the defaults of the route's arguments (`WP_REST_Request::get_default_params`). */
  getDefaultParams(): RestParams;
  /** Sets the defaults of the route's arguments (`WP_REST_Request::set_default_params`). */
  setDefaultParams(params: RestParams): void;
  /** Returns the parsed JSON body; `null` if there is none (`WP_REST_Request::get_json_params`). */
  getJsonParams(): RestParams | null;
  /** Returns the raw body (`WP_REST_Request::get_body`). */
  getBody(): string;
  /**
   * Returns the body as bytes, for binary content such as an image or document.
   * @since 0.1.0
   */
  getBodyBytes(): Buffer;
  /** Sets the body, which is then parsed again (`WP_REST_Request::set_body`). */
  setBody(body: string): void;
  /**
   * Returns a header by its case-insensitive name (`WP_REST_Request::get_header`).
   * @param use `counting`: used only for rate limiting; the response does not depend on the client.
   * @since 0.1.0
   */
  getHeader(name: string, use?: 'counting'): string | undefined;
  /** Returns all headers, with names as in WordPress: lower case with `_` (`WP_REST_Request::get_headers`). */
  getHeaders(): Readonly<Record<string, string>>;
  /** Sets a header (`WP_REST_Request::set_header`). */
  setHeader(name: string, value: string): void;
  /** Removes a header (`WP_REST_Request::remove_header`). */
  removeHeader(name: string): void;
  /** Returns the media type and its parameters, parsed (`WP_REST_Request::get_content_type`). */
  getContentType(): { value: string; type: string; subtype: string; parameters: string } | undefined;
  /** Whether the content type is JSON (`WP_REST_Request::is_json_content_type`). */
  isJsonContentType(): boolean;
  /** Returns the matched endpoint; empty before routing (`WP_REST_Request::get_attributes`). */
  getAttributes(): Partial<RestEndpoint>;
  /** Sets the matched endpoint (`WP_REST_Request::set_attributes`). */
  setAttributes(attributes: Partial<RestEndpoint>): void;
  /** Returns the WordPress pattern of the matched route. */
  getMatchedRoute(): string | undefined;
}

/** A link to a related resource. */
export interface RestLink {
  href: string;
  embeddable?: boolean;
  [attribute: string]: unknown;
}

/**
 * A response of the REST server (`WP_REST_Response`).
 * @since 0.1.0
 */
export class RestResponse {
  /** In insertion order; names as written. */
  readonly headers = new Map<string, string | number>();
  private readonly links = new Map<string, RestLink[]>();
  private matchedRoute = '';
  private matchedHandler: RestEndpoint | undefined;
  private serialized: { readonly data: unknown; readonly json: () => Buffer } | undefined;

  constructor(
    public data: unknown = null,
    public status: number = 200,
    headers: Readonly<Record<string, string | number>> = {},
  ) {
    for (const [name, value] of Object.entries(headers)) this.header(name, value);
  }

  /** Returns the data to be sent as JSON (`WP_REST_Response::get_data`). */
  getData(): unknown {
    return this.data;
  }

  /** Sets the data to be sent (`WP_REST_Response::set_data`). */
  setData(data: unknown): void {
    this.data = data;
  }

  /** Returns the HTTP status (`WP_REST_Response::get_status`). */
  getStatus(): number {
    return this.status;
  }

  /** Sets the HTTP status (`WP_REST_Response::set_status`). */
  setStatus(status: number): void {
    this.status = status;
  }

  /** Sets a header, or without `replace` appends to its value with a comma (`WP_REST_Response::header`). */
  header(name: string, value: string | number, replace = true): void {
    const existing = this.headers.get(name);
    this.headers.set(name, !replace && existing !== undefined ? `${existing}, ${value}` : value);
  }

  /** Returns the headers by name (`WP_REST_Response::get_headers`). */
  getHeaders(): Record<string, string | number> {
    return Object.fromEntries(this.headers);
  }

  /** Replaces all headers (`WP_REST_Response::set_headers`). */
  setHeaders(headers: Readonly<Record<string, string | number>>): void {
    this.headers.clear();
    for (const [name, value] of Object.entries(headers)) this.header(name, value);
  }

  /**
   * Adds a link to `_links` in the body; `embeddable: true` makes it available to `_embed`
   * (`WP_REST_Response::add_link`).
   */
  addLink(rel: string, href: string, attributes: Readonly<Record<string, unknown>> = {}): void {
    const { href: attributeHref, ...rest } = attributes;
    const link: RestLink = { href: typeof attributeHref === 'string' ? attributeHref : href, ...rest };
    this.links.set(rel, [...(this.links.get(rel) ?? []), link]);
  }

  /** Adds links by relation (`WP_REST_Response::add_links`). */
  addLinks(links: Readonly<Record<string, RestLink | readonly RestLink[]>>): void {
    for (const [rel, set] of Object.entries(links)) {
      for (const link of Array.isArray(set) ? (set as readonly RestLink[]) : [set as RestLink])
        this.addLink(rel, link.href, link);
    }
  }

  /** Removes all links of a relation, or the one with this URL (`WP_REST_Response::remove_link`). */
  removeLink(rel: string, href?: string): void {
    const remaining = href === undefined ? [] : (this.links.get(rel) ?? []).filter((link) => link.href !== href);
    if (remaining.length > 0) this.links.set(rel, remaining);
    else this.links.delete(rel);
  }

  /** Returns the links by relation (`WP_REST_Response::get_links`). */
  getLinks(): Record<string, RestLink[]> {
    return Object.fromEntries(this.links);
  }

  /** Appends to the `Link` header (`WP_REST_Response::link_header`). */
  linkHeader(rel: string, href: string, attributes: Readonly<Record<string, string>> = {}): void {
    let value = `<${href}>; rel="${rel}"`;
    for (const [name, attribute] of Object.entries(attributes))
      value += name === 'title' ? `; title="${attribute}"` : `; ${name}=${attribute}`;
    this.header('Link', value, false);
  }

  /** Returns the pattern of the matched route (`WP_REST_Response::get_matched_route`). */
  getMatchedRoute(): string {
    return this.matchedRoute;
  }

  /** Sets the pattern of the matched route (`WP_REST_Response::set_matched_route`). */
  setMatchedRoute(route: string): void {
    this.matchedRoute = route;
  }

  /** Returns the matched endpoint (`WP_REST_Response::get_matched_handler`). */
  getMatchedHandler(): RestEndpoint | undefined {
    return this.matchedHandler;
  }

  /** Sets the matched endpoint (`WP_REST_Response::set_matched_handler`). */
  setMatchedHandler(handler: RestEndpoint): void {
    this.matchedHandler = handler;
  }

  /**
   * Sets the serialized form of the data, for responses assembled from parts that are already serialized. It is only
   * used if the response is sent unchanged: not while a plugin has a callback on a hook that passes it on, nor for
   * other data.
   * @param json returns the bytes that `wpJsonEncode` would produce for the data
   * @since 0.1.0
   */
  setJson(json: () => Buffer): void {
    this.serialized = { data: this.data, json };
  }

  /**
   * Returns the serializer of this data; undefined if none is set.
   * @since 0.1.0
   */
  getJson(data: unknown): (() => Buffer) | undefined {
    return this.serialized?.data === data ? this.serialized?.json : undefined;
  }

  /** Whether the status is 400 or more (`WP_REST_Response::is_error`). */
  isError(): boolean {
    return this.status >= 400;
  }
}

/** Converts the result of a callback to a response; errors are returned unchanged (`rest_ensure_response`). */
export function restEnsureResponse<T>(result: T): T extends WpError ? WpError : RestResponse {
  const response = isWpError(result) || result instanceof RestResponse ? result : new RestResponse(result ?? null);
  return response as T extends WpError ? WpError : RestResponse;
}

/**
 * The REST server, for plugins and other parts of the host.
 * @since 0.1.0
 */
export interface RestApi {
  /**
   * Registers a route in a namespace (`register_rest_route`), with a WordPress pattern such as `/items/(?P<id>\d+)`.
   * Registering a route again adds its endpoints, unless `override` is set.
   * @throws PlinthError `rest_route_without_permission`, `rest_route_without_namespace`, `rest_route_bad_pattern`
   */
  registerRestRoute(namespace: string, route: string, definition: RestRouteDefinition, override?: boolean): Undo;
  /** Adds a field to responses for an object type (`register_rest_field`). */
  registerRestField(objectType: string | readonly string[], attribute: string, field: RestField): Undo;
  /** Creates an internal request; it inherits nothing from the current HTTP request. */
  createRequest(method: string, route: string, params?: RestParams): RestRequest;
  /** Handles a request (`rest_do_request`). Never throws; errors are returned as responses. */
  dispatch(request: RestRequest): Promise<RestResponse>;
  /** Returns the URL of a route on this site (`rest_url`). */
  restUrl(path?: string): string;
}

/** A field that a plugin adds to responses for an object type. */
export interface RestField {
  /** Returns the value of the field for an object; null omits it. */
  getCallback?:
    | ((
        object: Record<string, unknown>,
        attribute: string,
        request: RestRequest,
        objectType: string,
      ) => MaybePromise<unknown>)
    | null;
  /** Stores a submitted value of the field. */
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
