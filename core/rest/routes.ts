import {
  PlinthError,
  type RestArg,
  type RestEndpoint,
  type RestRouteDefinition,
  type RestRouteOptions,
  type RestSchema,
  type Undo,
} from '../api/index.js';
import { createRouteFinder, type RouteFinder } from './route-finder.js';

/** One endpoint of a route, normalized. */
export interface Handler extends RestEndpoint {
  readonly verbs: readonly string[];
  readonly args: Readonly<Record<string, RestArg>>;
  readonly showInIndex: boolean;
  readonly allowBatch: { v1?: boolean } | undefined;
  /** The plugin whose code runs; empty for the host. */
  readonly owner: string;
}

/** A route with everything that was registered for it. */
export interface Route {
  readonly pattern: string;
  readonly expression: RegExp;
  readonly namespace: string;
  readonly handlers: readonly Handler[];
  readonly schema: RestSchema | (() => RestSchema) | undefined;
  readonly allowBatch: { v1?: boolean } | undefined;
}

/** The arguments of one call of `registerRestRoute`. */
interface Registration {
  readonly namespace: string;
  readonly pattern: string;
  readonly expression: RegExp;
  readonly handlers: readonly Handler[];
  readonly options: Pick<RestRouteOptions, 'schema' | 'allowBatch'>;
  readonly override: boolean;
}

export interface RouteTable {
  add(namespace: string, route: string, definition: RestRouteDefinition, override: boolean, owner: string): Undo;
  /** Returns every route, in the order of registration. */
  all(): readonly Route[];
  get(pattern: string): Route | undefined;
  namespaces(): readonly string[];
  /** Returns the routes registered under a namespace. */
  listByNamespace(namespace: string): readonly Route[];
  /**
   * Returns the routes that a request's path may match, in the order in which they are tried: those of matching
   * namespaces and those without one, or all.
   */
  candidates(path: string): readonly Route[];
  /** Returns the routes that a path may match, regardless of their namespaces. */
  candidatesInAllNamespaces(path: string): readonly Route[];
  /** Discards the computed routes, because the filter callbacks have changed. */
  invalidate(): void;
}

/** Filters the endpoints of all routes, by pattern: plugins may remove, change and add endpoints (`rest_endpoints`). */
type FilterEndpoints = (
  endpoints: Readonly<Record<string, readonly RestEndpoint[]>>,
) => Readonly<Record<string, readonly RestEndpoint[]>>;

/** The routes resulting from the registrations. */
interface CompiledRoutes {
  readonly routes: ReadonlyMap<string, Route>;
  readonly byNamespace: ReadonlyMap<string, ReadonlySet<string>>;
  /** Finders by the longest namespace that a path begins with; the empty key is for all routes. */
  readonly finders: Map<string, RouteFinder<Route>>;
}

/**
 * Creates the routes of a site. They are computed from the list of registrations, so that undoing one restores exactly
 * what the others produce.
 * @param filterEndpoints filters the result
 */
export function createRouteTable(
  indexOf: (namespace: string) => RestEndpoint,
  filterEndpoints: FilterEndpoints = (endpoints) => endpoints,
): RouteTable {
  let registrations: readonly Registration[] = [];
  let cache: CompiledRoutes | undefined;

  function build(): CompiledRoutes {
    if (cache) return cache;
    const routes = new Map<string, Route>();
    const byNamespace = new Map<string, Set<string>>();
    const addRoute = (registration: Registration): void => {
      const { pattern, namespace, expression, handlers, options, override } = registration;
      const existing = override ? undefined : routes.get(pattern);
      routes.set(pattern, {
        pattern,
        namespace,
        expression,
        handlers: [...(existing?.handlers ?? []), ...handlers],
        schema: options.schema ?? existing?.schema,
        allowBatch: options.allowBatch ?? existing?.allowBatch,
      });
      byNamespace.get(namespace)?.add(pattern);
    };
    for (const registration of registrations) {
      const { namespace } = registration;
      if (namespace !== '' && !byNamespace.has(namespace)) {
        byNamespace.set(namespace, new Set());
        addRoute(createRegistration(namespace, `/${namespace}`, indexOf(namespace), false, ''));
      }
      addRoute(registration);
    }
    cache = { routes: applyEndpointFilter(routes, byNamespace), byNamespace, finders: new Map() };
    return cache;
  }

  function applyEndpointFilter(
    routes: ReadonlyMap<string, Route>,
    byNamespace: ReadonlyMap<string, Set<string>>,
  ): ReadonlyMap<string, Route> {
    const original = Object.fromEntries([...routes].map(([pattern, { handlers }]) => [pattern, handlers]));
    const filtered = filterEndpoints(original);
    if (
      filtered === original &&
      Object.keys(filtered).length === routes.size &&
      [...routes].every(([pattern, { handlers }]) => filtered[pattern] === handlers)
    )
      return routes;
    return new Map(
      Object.entries(filtered).map(([pattern, endpoints]): [string, Route] => {
        const knownRoute = routes.get(pattern);
        if (knownRoute && knownRoute.handlers === endpoints) return [pattern, knownRoute];
        const namespace =
          knownRoute?.namespace ?? [...byNamespace.keys()].find((name) => pattern.startsWith(`/${name}/`)) ?? '';
        if (!knownRoute) byNamespace.get(namespace)?.add(pattern);
        const { expression, handlers } = createRegistration(namespace, pattern, [...endpoints], false, '');
        return [
          pattern,
          {
            pattern,
            namespace,
            expression,
            schema: knownRoute?.schema,
            allowBatch: knownRoute?.allowBatch,
            handlers: handlers.map((handler, index) => unchangedHandler(knownRoute, endpoints[index]) ?? handler),
          },
        ];
      }),
    );
  }

  const routesOfNamespace = (namespace: string): Route[] =>
    [...(build().byNamespace.get(namespace) ?? [])].flatMap((pattern) => build().routes.get(pattern) ?? []);

  /** Routes without a namespace may have any path, including one that begins like a namespace. */
  const routesWithoutNamespace = (): Route[] =>
    [...build().routes.values()].filter(({ namespace }) => namespace === '');

  /** @param namespaces all namespaces that a path begins with, in the order of registration; empty for every route */
  function finderOf(namespaces: readonly string[]): RouteFinder<Route> {
    const { routes, finders } = build();
    const key = namespaces.reduce(
      (longest, namespace) => (namespace.length > longest.length ? namespace : longest),
      '',
    );
    let finder = finders.get(key);
    if (!finder) {
      finder = createRouteFinder(
        namespaces.length === 0
          ? [...routes.values()]
          : [...new Set([...namespaces.flatMap(routesOfNamespace), ...routesWithoutNamespace()])],
      );
      finders.set(key, finder);
    }
    return finder;
  }

  return {
    add(namespace, route, definition, override, owner) {
      const registration = createRegistration(namespace, route, definition, override, owner);
      registrations = [...registrations, registration];
      cache = undefined;
      return () => {
        registrations = registrations.filter((other) => other !== registration);
        cache = undefined;
      };
    },
    all: () => [...build().routes.values()],
    get: (pattern) => build().routes.get(pattern),
    namespaces: () => [...build().byNamespace.keys()],
    listByNamespace: routesOfNamespace,
    candidates(path) {
      const start = `${path.replace(/^\/+/, '').replace(/\/+$/, '')}/`;
      return finderOf([...build().byNamespace.keys()].filter((namespace) => start.startsWith(namespace)))(path);
    },
    candidatesInAllNamespaces: (path) => finderOf([])(path),
    invalidate: () => void (cache = undefined),
  };
}

/** Returns a route's handler if the filter left it unchanged. */
function unchangedHandler(route: Route | undefined, endpoint: RestEndpoint | undefined): Handler | undefined {
  return route?.handlers.find((handler) => handler === endpoint);
}

function createRegistration(
  namespace: string,
  pattern: string,
  definition: RestRouteDefinition,
  override: boolean,
  owner: string,
): Registration {
  const options: Partial<RestRouteOptions> = 'endpoints' in definition ? definition : {};
  const endpoints = endpointsOf(definition);
  return {
    namespace,
    pattern,
    expression: compilePattern(pattern),
    options: { schema: options.schema, allowBatch: options.allowBatch },
    override,
    handlers: endpoints.map((endpoint) => {
      const handler = {
        ...endpoint,
        owner,
        verbs: verbsOf(endpoint.methods),
        args: {},
        showInIndex: endpoint.showInIndex ?? options.showInIndex ?? true,
        allowBatch: options.allowBatch,
      };
      // Read lazily: the parameters of an endpoint may depend on later registrations of plugins.
      return Object.defineProperty(handler, 'args', {
        enumerable: true,
        get: () => (options.args ? { ...options.args, ...endpoint.args } : (endpoint.args ?? {})),
      });
    }),
  };
}

/** Returns the endpoints of a definition in any of its three forms. */
export function endpointsOf(definition: RestRouteDefinition): readonly RestEndpoint[] {
  if ('endpoints' in definition) return definition.endpoints;
  return Array.isArray(definition) ? (definition as readonly RestEndpoint[]) : [definition as RestEndpoint];
}

function verbsOf(methods: string | readonly string[] = 'GET'): string[] {
  const list = typeof methods === 'string' ? methods.split(',') : methods;
  return [...new Set(list.map((method) => method.trim().toUpperCase()))].filter((method) => method !== '');
}

/**
 * Compiles a WordPress pattern to a regular expression: named groups are written differently, and matching is
 * case-insensitive.
 */
function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(`^(?:${pattern.replaceAll('(?P<', '(?<')})$`, 'i');
  } catch (cause) {
    throw new PlinthError('rest_route_bad_pattern', `The route "${pattern}" is not a valid regular expression.`, {
      hint: 'Write named parts as (?P<name>…) and close every bracket.',
      cause,
    });
  }
}
