import { type RestEndpoint, type RestRequest, RestResponse, WpError } from '../api/index.js';
import { isFieldIncluded, requestedFields } from './fields.js';
import { routesData } from './route-data.js';
import type { RestCore } from './server-parts.js';
import { toText } from './values.js';

/** Creates the endpoint that lists every route of the site (`get_index`). */
export function siteIndex(core: RestCore): RestEndpoint {
  return {
    methods: 'GET',
    args: { context: { default: 'view' } },
    callback: async (request: RestRequest) => {
      const site = await core.deps.siteInfo();
      const data = {
        ...site,
        namespaces: core.table.namespaces(),
        authentication: {},
        routes: await routesData(core, core.table.all(), request.getParam('context')),
      };
      const response = new RestResponse({
        ...data,
        ...(site.authentication ? { authentication: site.authentication } : {}),
      });
      const fields = requestedFields(request);
      for (const type of ['site_logo', 'site_icon']) linkImage(core, response, type, Number(site[type]) || 0, fields);
      if (isFieldIncluded('_links', fields.length === 0 ? ['_links'] : fields))
        response.addLink('help', 'https://developer.wordpress.org/rest-api/');
      return core.deps.hooks.applyFilters<unknown>('rest_index', response, request);
    },
  };
}

/** Adds an embeddable link to a site's image in addition to its id. */
function linkImage(
  { api }: RestCore,
  response: RestResponse,
  type: string,
  id: number,
  fields: readonly string[],
): void {
  if (id > 0 && (fields.length === 0 || isFieldIncluded('_links', fields)))
    response.addLink('https://api.w.org/featuredmedia', api.restUrl(`wp/v2/media/${id}`), { embeddable: true, type });
}

/** Creates the endpoint that lists the routes of a namespace (`get_namespace_index`). */
export function namespaceIndex(core: () => RestCore, namespace: string): RestEndpoint {
  return {
    methods: 'GET',
    args: { namespace: { default: namespace }, context: { default: 'view' } },
    callback: async (request: RestRequest) => {
      const { table, api, deps } = core();
      const requestedNamespace = toText(request.getParam('namespace'));
      if (!table.namespaces().includes(requestedNamespace)) {
        return new WpError('rest_invalid_namespace', 'The specified namespace could not be found.', { status: 404 });
      }
      const response = new RestResponse({
        namespace: requestedNamespace,
        routes: await routesData(core(), table.listByNamespace(requestedNamespace), request.getParam('context')),
      });
      response.addLink('up', api.restUrl('/'));
      return deps.hooks.applyFilters<unknown>('rest_namespace_index', response, request);
    },
  };
}
