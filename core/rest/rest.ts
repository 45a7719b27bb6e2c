import {
  PlinthError,
  type RestApi,
  type RestCacheOptions,
  RestResponse,
  type Undo,
  isWpError,
  type RestSchemaApi,
} from '../api/index.js';
import { currentContext } from '../context/index.js';
import { addAllowHeader } from './allow.js';
import { type Arguments, createArguments } from './arguments.js';
import { batchEndpoint } from './batch.js';
import { createDispatcher } from './dispatcher.js';
import { filterFields, createRegisteredFields, type RegisteredFields } from './fields.js';
import { createLinks, type Links } from './links.js';
import { pathParams } from './match.js';
import { openApiDocument } from './openapi.js';
import { ownRequest, Request } from './request.js';
import { routeData } from './route-data.js';
import { createRouteTable, endpointsOf, type RouteTable } from './routes.js';
import { createSanitizer, type Sanitizer } from './schema/sanitize.js';
import { createValidator, type Validator } from './schema/validate.js';
import type { RestCore, RestDeps } from './server-parts.js';
import { createServe, type Serve } from './serve.js';
import { namespaceIndex, siteIndex } from './site-index.js';

/** The REST server of a site, for the host itself. */
export interface Rest
  extends RestApi, Pick<Arguments, 'restValidateRequestArg' | 'restSanitizeRequestArg' | 'restParseRequestArg'> {
  readonly table: RouteTable;
  readonly links: Links;
  readonly fields: RegisteredFields;
  /** Validates a value (`rest_validate_value_from_schema`). */
  readonly restValidateValueFromSchema: Validator;
  /** Sanitizes a value (`rest_sanitize_value_from_schema`). */
  readonly restSanitizeValueFromSchema: Sanitizer;
  /** Handles an HTTP request. */
  readonly serve: Serve;
  /** Returns the maximum bytes of a form sent to this path, as declared by its endpoints; 0 when none is declared. */
  formBytes(path: string): number;
  /** Returns the caching options of the endpoint at a path without variable parts; undefined when it has none. */
  cacheOptionsOf(method: string, path: string): RestCacheOptions | undefined;
  /**
   * Starts serving, once routes have been registered in `rest_api_init`; called again when the callbacks have changed.
   */
  begin(): Promise<void>;
}

/**
 * Creates the REST server of one site (`WP_REST_Server`).
 * @since 0.1.0
 */
export function createRest(deps: RestDeps): Rest {
  const validate = createValidator(deps.formatting);
  const sanitize = createSanitizer(deps.formatting, validate);
  const args = createArguments(validate, sanitize, deps.invoke);
  const table: RouteTable = createRouteTable(
    (namespace) => namespaceIndex(() => core, namespace),
    (endpoints) => deps.hooks.applyFiltersSync('rest_endpoints', endpoints),
  );
  /** Functions that undo the registrations made in `rest_api_init`. */
  let lateUndos: Undo[] = [];
  const fields = createRegisteredFields();

  const api: RestApi = {
    registerRestRoute(namespace, route, definition, override = false) {
      const trimmedNamespace = namespace.replaceAll(/^\/+|\/+$/g, '');
      const path = `/${route.replaceAll(/^\/+|\/+$/g, '')}`;
      assertComplete(
        trimmedNamespace,
        path,
        endpointsOf(definition).some((endpoint) => endpoint.permissionCallback === undefined),
      );
      const undo = table.add(
        trimmedNamespace,
        `/${trimmedNamespace}${path === '/' ? '' : path}`,
        definition,
        override,
        deps.currentOwner(),
      );
      if (deps.hooks.doingAction('rest_api_init')) lateUndos.push(undo);
      return undo;
    },
    registerRestField: (objectType, attribute, field) => fields.register(objectType, attribute, field),
    createRequest(method, route, params = {}) {
      const request = new Request(method, route);
      if (request.getMethod() === 'GET') request.setQueryParams(params);
      else request.setBodyParams(params);
      return request;
    },
    async dispatch(request) {
      const ownedRequest = ownRequest(request);
      return dispatcher.finish(await dispatcher.dispatch(ownedRequest), ownedRequest);
    },
    restUrl: (path = '/') => `${deps.homeUrl()}/wp-json/${path.replace(/^\/+/, '')}`,
  };

  function assertComplete(namespace: string, path: string, withoutPermission: boolean): void {
    if (namespace === '') {
      throw new PlinthError('rest_route_without_namespace', `The route "${path}" has no namespace.`, {
        hint: "Use a namespace with a version, such as 'my-plugin/v1'.",
      });
    }
    if (!withoutPermission || deps.strict === false) return;
    throw new PlinthError(
      'rest_route_without_permission',
      `The route "${namespace}${path}" has no permissionCallback.`,
      {
        hint: 'Set a permissionCallback on every endpoint; use `() => true` for a public one.',
      },
    );
  }

  const core: RestCore = { deps, table, api };
  const dispatcher = createDispatcher(core, args);
  const links = createLinks(core, dispatcher);

  table.add('', '/', siteIndex(core), false, '');
  table.add('', '/batch/v1', batchEndpoint(core, dispatcher, links), false, '');
  table.add(
    '',
    '/plinth/v1/openapi',
    {
      methods: 'GET',
      permissionCallback: () => true,
      callback: async () => openApiDocument(core, await deps.siteInfo()),
    },
    false,
    '',
  );
  addCoreFilters(core);

  return {
    ...api,
    table,
    links,
    fields,
    restValidateRequestArg: args.restValidateRequestArg,
    restSanitizeRequestArg: args.restSanitizeRequestArg,
    restParseRequestArg: args.restParseRequestArg,
    restValidateValueFromSchema: validate,
    restSanitizeValueFromSchema: sanitize,
    serve: createServe(core, dispatcher, links),
    formBytes: (path) =>
      Math.max(
        0,
        ...table
          .candidates(path)
          .filter(({ expression }) => expression.test(path))
          .flatMap(({ handlers }) => handlers)
          .map(({ verbs, maxBytes = 0 }) => (verbs.includes('POST') ? maxBytes : 0)),
      ),
    cacheOptionsOf(method, path) {
      const route = table.get(path);
      // The first of several routes that match the same path is used.
      return route && table.candidates(path).find(({ expression }) => expression.test(path)) === route
        ? route.handlers.find(({ verbs }) => verbs.includes(method))?.cacheOptions
        : undefined;
    },
    async begin() {
      lateUndos.forEach((undo) => undo());
      lateUndos = [];
      await deps.hooks.doAction('rest_api_init', api);
      table.invalidate();
      table.all();
    },
  };
}

/** Registers as filters what WordPress does in filters, so that plugins can act before, after or instead of them. */
function addCoreFilters(core: RestCore): void {
  const { hooks } = core.deps;
  hooks.addFilter(
    'rest_pre_dispatch',
    (preResponse, _server, request) =>
      preResponse === null && request.getMethod() === 'OPTIONS' ? describeRoute(core, request as Request) : preResponse,
    10,
    3,
  );
  hooks.addFilter(
    'rest_post_dispatch',
    async (response, _server, request) => {
      await addAllowHeader(core, response, request as Request);
      return response;
    },
    10,
    3,
  );
  hooks.addFilter(
    'rest_post_dispatch',
    (response, _server, request) => {
      filterFields(response, request);
      return response;
    },
    10,
    3,
  );
}

/** Answers `OPTIONS` with the description of a route (`rest_handle_options_request`). */
function describeRoute(core: RestCore, request: Request): RestResponse {
  const response = new RestResponse({});
  for (const route of core.table.candidatesInAllNamespaces(request.getRoute())) {
    const params = pathParams(route, request.getRoute());
    if (!params) continue;
    request.setUrlParams(params);
    request.setAttributes(route.handlers.at(-1) ?? {});
    response.setData(routeData(core, route, 'help') ?? null);
    response.setMatchedRoute(route.pattern);
    break;
  }
  return response;
}

/**
 * Creates the REST helper functions for plugins.
 * @since 0.1.0
 */
export function createRestChecks(
  rest: Pick<
    Rest,
    'restValidateRequestArg' | 'restSanitizeRequestArg' | 'restValidateValueFromSchema' | 'restSanitizeValueFromSchema'
  >,
): RestSchemaApi {
  return {
    restValidateValueFromSchema: (value, schema, param) =>
      rest.restValidateValueFromSchema(value, schema, param) ?? true,
    restSanitizeValueFromSchema: rest.restSanitizeValueFromSchema,
    restValidateRequestArg: rest.restValidateRequestArg,
    restSanitizeRequestArg: rest.restSanitizeRequestArg,
    restEnsureResponse: (data) => (isWpError(data) || data instanceof RestResponse ? data : new RestResponse(data)),
    restAuthorizationRequiredCode: () => ((currentContext()?.userId ?? 0) > 0 ? 403 : 401),
  };
}
