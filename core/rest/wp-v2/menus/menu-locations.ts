import { type RestRequest, RestResponse } from '../../../api/index.js';
import { toText } from '../../values.js';
import { inCollection } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg, itemResponse, type ItemSchema, publicSchema, wantsLinks } from '../items/item-schema.js';
import { failure, mayViewMenus } from '../items/refusals.js';

const ALL_CONTEXTS = ['embed', 'view', 'edit'];
const ROUTE = 'wp/v2/menu-locations';

const SCHEMA: ItemSchema = {
  title: 'menu-location',
  properties: {
    name: { description: 'The name of the menu location.', type: 'string', context: ALL_CONTEXTS, readonly: true },
    description: {
      description: 'The description of the menu location.',
      type: 'string',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    menu: { description: 'The ID of the assigned menu.', type: 'integer', context: ALL_CONTEXTS, readonly: true },
  },
};

/** Registers `wp/v2/menu-locations` (`WP_REST_Menu_Locations_Controller`). */
export function registerMenuLocations(deps: WpV2Deps): void {
  const { content, hooks, rest } = deps;
  const permissionCallback = (): ReturnType<typeof mayViewMenus> =>
    mayViewMenus(deps, 'rest_cannot_view', 'Sorry, you are not allowed to view menu locations.');

  async function prepare(name: string, description: string, request: RestRequest): Promise<RestResponse> {
    const menu = (await content.getNavMenuLocations())[name] ?? 0;
    const response = itemResponse({ name, description, menu }, SCHEMA, request);
    if (wantsLinks(request)) {
      response.addLink('self', rest.restUrl(`${ROUTE}/${name}`));
      response.addLink('collection', rest.restUrl(ROUTE));
      if (menu > 0)
        response.addLink('https://api.w.org/menu', rest.restUrl(`wp/v2/menus/${menu}`), { embeddable: true });
    }
    const filtered = await hooks.applyFilters('rest_prepare_menu_location', response, { name, description }, request);
    return filtered instanceof RestResponse ? filtered : response;
  }

  const context = contextArg(rest, SCHEMA, 'view');
  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, SCHEMA);
  rest.registerRestRoute('wp/v2', '/menu-locations', {
    schema,
    endpoints: [
      {
        permissionCallback,
        args: { context },
        async callback(request) {
          const items: Record<string, unknown> = {};
          for (const [name, description] of Object.entries(content.getRegisteredNavMenus()))
            items[name] = await inCollection(rest.links, await prepare(name, description, request));
          return Object.keys(items).length > 0 ? items : [];
        },
      },
    ],
  });
  rest.registerRestRoute('wp/v2', '/menu-locations/(?P<location>[\\w-]+)', {
    schema,
    args: { location: { description: 'An alphanumeric identifier for the menu location.', type: 'string' } },
    endpoints: [
      {
        permissionCallback,
        args: { context },
        async callback(request) {
          const name = toText(request.getParam('location'));
          const locations = content.getRegisteredNavMenus();
          const description = Object.hasOwn(locations, name) ? locations[name] : undefined;
          return description !== undefined
            ? prepare(name, description, request)
            : failure('rest_menu_location_invalid', 'Invalid menu location.', 404);
        },
      },
    ],
  });
}
