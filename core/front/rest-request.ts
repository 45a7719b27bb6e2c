import { type HookApi, type WpRequest } from '../api/index.js';
import type { SiteContent } from '../content/index.js';
import type { RestCall } from '../rest/index.js';

interface RestRequestDeps {
  hooks: HookApi;
  content: Pick<SiteContent, 'publicQueryVars'>;
}

const REQUEST_HOOKS: readonly string[] = ['do_parse_request', 'query_vars', 'request', 'parse_request'];

/**
 * Fires the hooks of a page request for a request to the REST API (WordPress: WP::parse_request, which runs before the
 * API). Plugins can change the route with the variable `rest_route`. Without callbacks, nothing is done.
 */
export function createRestRequest({ hooks, content }: RestRequestDeps): (call: RestCall) => Promise<RestCall> {
  return async (call) => (REQUEST_HOOKS.some((name) => hooks.hasFilter(name)) ? fireRequestHooks(call) : call);

  async function fireRequestHooks(call: RestCall): Promise<RestCall> {
    const wp: WpRequest = {
      request: `wp-json${call.route}`.replace(/\/+$/, ''),
      queryVars: { rest_route: call.route },
      matchedRule: '^wp-json/(.*)?',
    };
    // If a plugin parses the URLs of pages itself, requests to the API are not affected.
    if (!(await hooks.applyFilters('do_parse_request', true, wp, ''))) return call;
    const names = await hooks.applyFilters('query_vars', ['rest_route', ...content.publicQueryVars()]);
    if (!names.includes('rest_route')) return call;
    wp.queryVars = await hooks.applyFilters<WpRequest['queryVars']>('request', wp.queryVars);
    await hooks.doAction('parse_request', wp);
    const { rest_route: route } = wp.queryVars;
    return typeof route === 'string' && route.startsWith('/') ? { ...call, route } : call;
  }
}
