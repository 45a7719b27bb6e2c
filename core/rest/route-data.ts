import type { RestArg } from '../api/index.js';
import type { Handler, Route } from './routes.js';
import type { RestCore } from './server-parts.js';
import { type Dictionary, isEmpty } from './values.js';

/** Keywords of a parameter's schema shown in the indexes (`rest_get_allowed_schema_keywords`). */
const INDEX_KEYWORDS = new Set(
  `title description default type format enum items properties additionalProperties patternProperties minProperties maxProperties
   minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems anyOf oneOf`.split(
    /\s+/,
  ),
);

/** Returns the description of a route in an index or `OPTIONS`; undefined for a hidden one (`get_data_for_route`). */
export function routeData(core: RestCore, route: Route, context: 'view' | 'help'): Dictionary | undefined {
  const visibleHandlers = route.handlers.filter((handler) => handler.showInIndex);
  const methods = visibleHandlers.flatMap((handler) => handler.verbs);
  if (methods.length === 0) return undefined;
  const { schema } = route;
  const readablePattern = route.pattern.replaceAll(/\(\?P<(\w+?)>.*?\)/g, '{$1}');
  return {
    namespace: route.namespace,
    methods,
    endpoints: visibleHandlers.map((handler) => endpointData(handler, route)),
    ...(schema !== undefined && context === 'help' ? { schema: typeof schema === 'function' ? schema() : schema } : {}),
    ...(readablePattern.includes('{') ? {} : { _links: { self: [{ href: core.api.restUrl(readablePattern) }] } }),
  };
}

/** Returns the data of several routes by pattern, with their schemas in the context `help`. */
export async function routesData(core: RestCore, routes: readonly Route[], context: unknown): Promise<Dictionary> {
  const { hooks } = core.deps;
  const data: Dictionary = {};
  for (const route of routes) {
    const description = routeData(core, route, context === 'help' ? 'help' : 'view');
    if (description) data[route.pattern] = await hooks.applyFilters('rest_endpoints_description', description);
  }
  return hooks.applyFilters(
    'rest_route_data',
    data,
    Object.fromEntries(routes.map(({ pattern, handlers }) => [pattern, handlers])),
  );
}

function endpointData(handler: Handler, route: Route): Dictionary {
  return {
    methods: handler.verbs,
    ...(route.allowBatch ? { allow_batch: route.allowBatch } : {}),
    args:
      Object.keys(handler.args).length === 0
        ? []
        : Object.fromEntries(Object.entries(handler.args).map(([name, arg]) => [name, argData(arg)])),
  };
}

function argData(arg: RestArg): Dictionary {
  const visibleEntries = Object.entries(arg).filter(([keyword]) => INDEX_KEYWORDS.has(keyword));
  return { ...Object.fromEntries(visibleEntries), required: !isEmpty(arg.required) };
}
