import { type RestEndpoint, type RestRequest, RestResponse } from '../../../api/index.js';
import { type Dictionary, toText } from '../../values.js';
import { inCollection } from '../items/collection.js';
import type { PluginSummary, WpV2SiteDeps } from '../items/deps.js';
import {
  contextArg,
  contextOf,
  filterByContext,
  type ItemSchema,
  publicSchema,
  wantsLinks,
} from '../items/item-schema.js';
import { failure, forbidden } from '../items/refusals.js';

const BOTH = ['view', 'edit'];
const EVERYWHERE = ['view', 'edit', 'embed'];

const SCHEMA: ItemSchema = {
  title: 'plugin',
  properties: {
    plugin: {
      description: 'The plugin file.',
      type: 'string',
      pattern: '[^.\\/]+(?:\\/[^.\\/]+)?',
      readonly: true,
      context: EVERYWHERE,
    },
    status: {
      description: 'The plugin activation status.',
      type: 'string',
      enum: ['inactive', 'active'],
      context: EVERYWHERE,
    },
    name: { description: 'The plugin name.', type: 'string', readonly: true, context: EVERYWHERE },
    plugin_uri: {
      description: "The plugin's website address.",
      type: 'string',
      format: 'uri',
      readonly: true,
      context: BOTH,
    },
    author: { description: 'The plugin author.', type: 'string', readonly: true, context: BOTH },
    author_uri: {
      description: "Plugin author's website address.",
      type: 'string',
      format: 'uri',
      readonly: true,
      context: BOTH,
    },
    description: { description: 'The plugin description.', type: 'object', readonly: true, context: BOTH },
    version: { description: 'The plugin version number.', type: 'string', readonly: true, context: BOTH },
    network_only: {
      description: 'Whether the plugin can only be activated network-wide.',
      type: 'boolean',
      readonly: true,
      context: EVERYWHERE,
    },
    requires_wp: {
      description: 'Minimum required version of WordPress.',
      type: 'string',
      readonly: true,
      context: EVERYWHERE,
    },
    requires_php: {
      description: 'Minimum required version of PHP.',
      type: 'string',
      readonly: true,
      context: EVERYWHERE,
    },
    textdomain: { description: "The plugin's text domain.", type: 'string', readonly: true, context: BOTH },
  },
};

/** Plugins are asked for by their file without its ending, which sanitising adds; a request that was refused before then finds none. */
const fileOf = (id: unknown): string => `${toText(id)}.php`;
const PLUGIN_ARG = {
  description: 'The plugin file.',
  type: 'string',
  pattern: '[^.\\/]+(?:\\/[^.\\/]+)?',
  sanitizeCallback: fileOf,
} as const;

/** Registers `wp/v2/plugins` (`WP_REST_Plugins_Controller`), without installing from a directory. */
export function registerPlugins(deps: WpV2SiteDeps): void {
  const { formatting, plugins, rest, roles } = deps;

  function prepare(plugin: PluginSummary, request: RestRequest): RestResponse {
    const by =
      plugin.author === ''
        ? ''
        : ` <cite>By ${plugin.authorUri === '' ? formatting.escHtml(plugin.author) : `<a href="${formatting.escUrl(plugin.authorUri)}">${formatting.escHtml(plugin.author)}</a>`}.</cite>`;
    const data: Dictionary = {
      plugin: plugin.id,
      status: plugin.active ? 'active' : 'inactive',
      name: plugin.name,
      plugin_uri: plugin.pluginUri,
      author: plugin.author,
      author_uri: plugin.authorUri,
      description: { raw: plugin.description, rendered: `${formatting.wpKsesPost(plugin.description)}${by}` },
      version: plugin.version,
      network_only: false,
      requires_wp: plugin.requiresCore,
      requires_php: '',
      textdomain: plugin.textDomain,
    };
    const response = new RestResponse(filterByContext(data, { ...SCHEMA, type: 'object' }, contextOf(request)));
    if (wantsLinks(request)) response.addLink('self', rest.restUrl(`wp/v2/plugins/${plugin.id}`));
    return response;
  }

  const find = async (request: RestRequest): Promise<PluginSummary | undefined> =>
    (await plugins.list()).find(({ id }) => fileOf(id) === toText(request.getParam('plugin')));
  const missing = (): ReturnType<typeof failure> => failure('rest_plugin_not_found', 'Plugin not found.', 404);
  const permit =
    (code: string, message: string, ...capabilities: string[]): RestEndpoint['permissionCallback'] =>
    async () => {
      for (const capability of capabilities)
        if (!(await roles.currentUserCan(capability))) return forbidden(deps, code, message);
      return true;
    };
  const permitOne =
    (...rights: Parameters<typeof permit>): RestEndpoint['permissionCallback'] =>
    async (request) => {
      const allowed = await permit(...rights)?.(request);
      return allowed === true && !(await find(request)) ? missing() : allowed;
    };
  const mayView = permit(
    'rest_cannot_view_plugins',
    'Sorry, you are not allowed to manage plugins for this site.',
    'activate_plugins',
  );

  async function update(request: RestRequest): Promise<unknown> {
    const plugin = await find(request);
    if (!plugin) return missing();
    const status = request.getParam('status');
    if (status === 'active' && (!plugin.active || plugin.paused)) {
      if (!(await roles.currentUserCan('activate_plugin', plugin.id)))
        return forbidden(deps, 'rest_cannot_activate_plugin', 'Sorry, you are not allowed to activate this plugin.');
      await plugins.activate(plugin.id);
    } else if (status === 'inactive' && plugin.active) {
      if (!(await roles.currentUserCan('deactivate_plugin', plugin.id)))
        return forbidden(
          deps,
          'rest_cannot_deactivate_plugin',
          'Sorry, you are not allowed to deactivate this plugin.',
        );
      await plugins.deactivate(plugin.id);
    }
    request.setParam('context', 'edit');
    const changed = await find(request);
    return changed ? prepare(changed, request) : missing();
  }

  /** There is no directory to install from: packages come by upload or command. */
  const install = (): ReturnType<typeof failure> =>
    failure('rest_plugin_directory_absent', 'This site installs plugins from packages, not from a directory.', 501);

  async function remove(request: RestRequest): Promise<unknown> {
    const plugin = await find(request);
    if (!plugin) return missing();
    if (plugin.active)
      return failure(
        'rest_cannot_delete_active_plugin',
        'Cannot delete an active plugin. Please deactivate it first.',
        400,
      );
    request.setParam('context', 'edit');
    const previous = prepare(plugin, request).getData();
    await plugins.remove(plugin.id);
    return { deleted: true, previous };
  }

  const context = contextArg(rest, SCHEMA, 'view');
  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, SCHEMA);
  rest.registerRestRoute('wp/v2', '/plugins', {
    schema,
    endpoints: [
      {
        permissionCallback: mayView,
        args: {
          context,
          search: { description: 'Limit results to those matching a string.', type: 'string' },
          status: {
            description: 'Limits results to plugins with the given status.',
            type: 'array',
            items: { type: 'string', enum: ['inactive', 'active'] },
          },
        },
        callback: async (request) => {
          const words = toText(request.getParam('search')).toLowerCase();
          const statuses = (request.getParam('status') ?? []) as string[];
          const found = (await plugins.list()).filter(
            (plugin) =>
              (words === '' ||
                [plugin.id, plugin.name, plugin.description, plugin.author].some((text) =>
                  text.toLowerCase().includes(words),
                )) &&
              (statuses.length === 0 || statuses.includes(plugin.active ? 'active' : 'inactive')),
          );
          return Promise.all(found.map((plugin) => inCollection(rest.links, prepare(plugin, request))));
        },
      },
      {
        methods: 'POST',
        callback: install,
        permissionCallback: permit(
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
  rest.registerRestRoute('wp/v2', '/plugins/(?P<plugin>[^.\\/]+(?:\\/[^.\\/]+)?)', {
    schema,
    args: { plugin: PLUGIN_ARG },
    endpoints: [
      {
        permissionCallback: permitOne(
          'rest_cannot_view_plugin',
          'Sorry, you are not allowed to manage plugins for this site.',
          'activate_plugins',
        ),
        args: { context },
        callback: async (request) => {
          const plugin = await find(request);
          return plugin ? prepare(plugin, request) : missing();
        },
      },
      {
        methods: 'POST, PUT, PATCH',
        callback: update,
        args: {
          context,
          status: {
            description: 'The plugin activation status.',
            type: 'string',
            enum: ['inactive', 'active'],
            validateCallback: rest.restValidateRequestArg,
          },
        },
        permissionCallback: permitOne(
          'rest_cannot_manage_plugins',
          'Sorry, you are not allowed to manage plugins for this site.',
          'activate_plugins',
        ),
      },
      {
        methods: 'DELETE',
        callback: remove,
        permissionCallback: permitOne(
          'rest_cannot_manage_plugins',
          'Sorry, you are not allowed to delete plugins for this site.',
          'activate_plugins',
          'delete_plugins',
        ),
      },
    ],
  });
}
