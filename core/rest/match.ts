import { WpError } from '../api/index.js';
import type { Request } from './request.js';
import type { Handler, Route, RouteTable } from './routes.js';

export interface Match {
  route: Route;
  handler: Handler;
}

/** Returns the named parts of a path if the route matches it. */
export function pathParams(route: Route, path: string): Record<string, string> | undefined {
  const found = route.expression.exec(path);
  if (!found) return undefined;
  return Object.fromEntries(
    Object.entries(found.groups ?? {}).filter(
      ([, value]) => (value as string | undefined) !== undefined && value !== '',
    ),
  );
}

/** Finds the endpoint for a request and stores the route data in the request (`match_request_to_handler`). */
export function matchRequest(table: RouteTable, request: Request): Match | WpError {
  const path = request.getRoute();
  for (const route of table.candidates(path)) {
    const params = pathParams(route, path);
    if (!params) continue;
    const handler = route.handlers.find(({ verbs }) => verbs.includes(effectiveMethod(request.getMethod(), verbs)));
    if (!handler) continue;
    request.setUrlParams(params);
    request.setAttributes(handler);
    request.setMatchedRoute(route.pattern);
    const defaults = Object.entries(handler.args).filter(
      ([, arg]) => arg.default !== undefined && arg.default !== null,
    );
    request.setDefaultParams(Object.fromEntries(defaults.map(([name, arg]) => [name, arg.default])));
    return { route, handler };
  }
  return new WpError('rest_no_route', 'No route was found matching the URL and request method.', { status: 404 });
}

/** Returns the method to match: HEAD is handled by the GET endpoint, unless an endpoint lists it. */
function effectiveMethod(method: string, verbs: readonly string[]): string {
  return method === 'HEAD' && !verbs.includes('HEAD') ? 'GET' : method;
}
