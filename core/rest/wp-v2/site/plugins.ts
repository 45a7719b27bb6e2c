import type { Rest } from '../../rest.js';
import type { WpV2SiteDeps } from '../items/deps.js';
import { contextArg, publicSchema } from '../items/item-schema.js';
import { failure } from '../items/refusals.js';
import { createPluginItems, toPluginFile, type PluginItems } from './plugin-items.js';
import { pluginSchema } from './plugin-schema.js';

const PLUGIN_ARG = {
  description: 'The plugin file.',
  type: 'string',
  pattern: '[^.\\/]+(?:\\/[^.\\/]+)?',
  sanitizeCallback: toPluginFile,
} as const;

/** Registers `wp/v2/plugins` (`WP_REST_Plugins_Controller`), without installing from a directory. */
export function registerPlugins(deps: WpV2SiteDeps): void {
  const items = createPluginItems(deps);
  registerList(deps.rest, items);
  registerItem(deps.rest, items);
}

function registerList(rest: Rest, items: PluginItems): void {
  rest.registerRestRoute('wp/v2', '/plugins', {
    schema: () => publicSchema(rest, pluginSchema),
    endpoints: [
      {
        permissionCallback: items.permissionCheck(
          'rest_cannot_view_plugins',
          'Sorry, you are not allowed to manage plugins for this site.',
          'activate_plugins',
        ),
        args: {
          context: contextArg(rest, pluginSchema, 'view'),
          search: { description: 'Limit results to those matching a string.', type: 'string' },
          status: {
            description: 'Limits results to plugins with the given status.',
            type: 'array',
            items: { type: 'string', enum: ['inactive', 'active'] },
          },
        },
        callback: items.list,
      },
      {
        methods: 'POST',
        callback: refuseInstallation,
        permissionCallback: items.permissionCheck(
          'rest_cannot_install_plugin',
          'Sorry, you are not allowed to install plugins on this site.',
          'install_plugins',
        ),
        args: {
          slug: { description: 'Directory slug of the plugin.', type: 'string', required: true, pattern: '[\\w\\-]+' },
          status: {
            description: 'The plugin activation status.',
            type: 'string',
            enum: ['inactive', 'active'],
            default: 'inactive',
          },
        },
      },
    ],
  });
}

function registerItem(rest: Rest, items: PluginItems): void {
  rest.registerRestRoute('wp/v2', '/plugins/(?P<plugin>[^.\\/]+(?:\\/[^.\\/]+)?)', {
    schema: () => publicSchema(rest, pluginSchema),
    args: { plugin: PLUGIN_ARG },
    endpoints: [
      {
        permissionCallback: items.itemPermissionCheck(
          'rest_cannot_view_plugin',
          'Sorry, you are not allowed to manage plugins for this site.',
          'activate_plugins',
        ),
        args: { context: contextArg(rest, pluginSchema, 'view') },
        callback: items.show,
      },
      {
        methods: 'POST, PUT, PATCH',
        callback: items.update,
        args: {
          context: contextArg(rest, pluginSchema, 'view'),
          status: {
            description: 'The plugin activation status.',
            type: 'string',
            enum: ['inactive', 'active'],
            validateCallback: rest.restValidateRequestArg,
          },
        },
        permissionCallback: items.itemPermissionCheck(
          'rest_cannot_manage_plugins',
          'Sorry, you are not allowed to manage plugins for this site.',
          'activate_plugins',
        ),
      },
      {
        methods: 'DELETE',
        callback: items.remove,
        permissionCallback: items.itemPermissionCheck(
          'rest_cannot_manage_plugins',
          'Sorry, you are not allowed to delete plugins for this site.',
          'activate_plugins',
          'delete_plugins',
        ),
      },
    ],
  });
}

/** Refuses an installation by slug: there is no plugin directory. Packages are uploaded or installed by command. */
const refuseInstallation = (): ReturnType<typeof failure> =>
  failure('rest_plugin_directory_absent', 'This site installs plugins from packages, not from a directory.', 501);
