import type { MaybePromise, Undo } from './hooks.js';
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
  format?: 'hex-color' | 'date-time' | 'date' | 'email' | 'ip' | 'uuid' | 'uri' | 'text-field' | 'textarea-field' | (string & {});
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

export type RestCallback = (request: RestRequest) => MaybePromise<unknown>;
/** `true` lets the request through; `false`, `null` and a {@link WpError} do not. */
export type RestPermissionCallback = (request: RestRequest) => MaybePromise<boolean | WpError | null | undefined>;

/** What one or several methods of a route do. */
export interface RestEndpoint {
  /** `GET` by default; a list may also be written `POST, PUT, PATCH`. */
  methods?: string | readonly string[];
  /** Answers with data, a {@link RestResponse} or a {@link WpError}. */
  callback: RestCallback;
  /** Required of plugins; `() => true` for a public endpoint. */
  permissionCallback?: RestPermissionCallback;
  args?: Readonly<Record<string, RestArg>>;
  /** Whether the indexes list the route; true by default. */
  showInIndex?: boolean;
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

export type RestRouteDefinition = RestEndpoint | readonly RestEndpoint[] | RestRouteOptions;

/** A file sent in a multipart form. */
export interface RestFile {
  readonly name: string;
  readonly type: string;
  readonly data: Buffer;
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
  getMethod(): string;
  setMethod(method: string): void;
  getRoute(): string;
  setRoute(route: string): void;
  /** A parameter's value; `undefined` when nothing gives it. */
  getParam(name: string): unknown;
  /** Whether a parameter was sent, `null` included. */
  hasParam(name: string): boolean;
  setParam(name: string, value: unknown): void;
  getParams(): RestParams;
  getUrlParams(): RestParams;
  setUrlParams(params: RestParams): void;
  getQueryParams(): RestParams;
  setQueryParams(params: RestParams): void;
  getBodyParams(): RestParams;
  setBodyParams(params: RestParams): void;
  getFileParams(): Record<string, RestFile | RestFile[]>;
  setFileParams(files: Record<string, RestFile | RestFile[]>): void;
  getDefaultParams(): RestParams;
  setDefaultParams(params: RestParams): void;
  /** The parsed JSON body; `null` when there is none. */
  getJsonParams(): RestParams | null;
  getBody(): string;
  setBody(body: string): void;
  getHeader(name: string): string | undefined;
  getHeaders(): Readonly<Record<string, string>>;
  setHeader(name: string, value: string): void;
  removeHeader(name: string): void;
  /** The media type and its parameters, apart. */
  getContentType(): { value: string; type: string; subtype: string; parameters: string } | undefined;
  isJsonContentType(): boolean;
  /** The endpoint that answers; empty before one was found. */
  getAttributes(): Partial<RestEndpoint>;
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

  constructor(
    public data: unknown = null,
    public status: number = 200,
    headers: Readonly<Record<string, string | number>> = {},
  ) {
    for (const [name, value] of Object.entries(headers)) this.header(name, value);
  }

  getData(): unknown {
    return this.data;
  }

  setData(data: unknown): void {
    this.data = data;
  }

  getStatus(): number {
    return this.status;
  }

  setStatus(status: number): void {
    this.status = status;
  }

  /** Sets a header, or adds to its value with a comma. */
  header(name: string, value: string | number, replace = true): void {
    const before = this.headers.get(name);
    this.headers.set(name, !replace && before !== undefined ? `${before}, ${value}` : value);
  }

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
      for (const link of Array.isArray(set) ? (set as readonly RestLink[]) : [set as RestLink]) this.addLink(rel, link.href, link);
    }
  }

  /** Removes the links of a relation, or the one to an address. */
  removeLink(rel: string, href?: string): void {
    const left = href === undefined ? [] : (this.links.get(rel) ?? []).filter((link) => link.href !== href);
    if (left.length > 0) this.links.set(rel, left);
    else this.links.delete(rel);
  }

  getLinks(): Record<string, RestLink[]> {
    return Object.fromEntries(this.links);
  }

  /** Adds to the `Link` header. */
  linkHeader(rel: string, href: string, attributes: Readonly<Record<string, string>> = {}): void {
    let value = `<${href}>; rel="${rel}"`;
    for (const [name, attribute] of Object.entries(attributes)) value += name === 'title' ? `; title="${attribute}"` : `; ${name}=${attribute}`;
    this.header('Link', value, false);
  }

  getMatchedRoute(): string {
    return this.matchedRoute;
  }

  setMatchedRoute(route: string): void {
    this.matchedRoute = route;
  }

  getMatchedHandler(): RestEndpoint | undefined {
    return this.matchedHandler;
  }

  setMatchedHandler(handler: RestEndpoint): void {
    this.matchedHandler = handler;
  }

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
  getCallback?: ((object: Record<string, unknown>, attribute: string, request: RestRequest, objectType: string) => MaybePromise<unknown>) | null;
  updateCallback?: ((value: unknown, object: unknown, attribute: string, request: RestRequest, objectType: string) => MaybePromise<unknown>) | null;
  schema?: RestSchema | null;
}
