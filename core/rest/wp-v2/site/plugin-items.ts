import type { RestEndpoint, RestRequest, RestResponse } from '../../../api/index.js';
import { type Dictionary, toText } from '../../values.js';
import { inCollection } from '../items/collection.js';
import type { PluginSummary, WpV2SiteDeps } from '../items/deps.js';
import { responseInContext, wantsLinks } from '../items/item-schema.js';
import { failure, forbidden } from '../items/refusals.js';
import { pluginSchema } from './plugin-schema.js';

/**
 * Returns a plugin's id as WordPress's plugin file. Clients omit the extension; sanitizing adds it. In a request that
 * was refused before it was sanitized, no plugin is found.
 */
export const toPluginFile = (id: unknown): string => `${toText(id)}.php`;

type Permission = RestEndpoint['permissionCallback'];

/** Handlers of the plugin endpoints, and their permission checks. */
export interface PluginItems {
  list(request: RestRequest): Promise<unknown>;
  show(request: RestRequest): Promise<unknown>;
  update(request: RestRequest): Promise<unknown>;
  remove(request: RestRequest): Promise<unknown>;
  permissionCheck(code: string, message: string, ...capabilities: string[]): Permission;
  /** Creates the check for a single plugin, which must exist. */
  itemPermissionCheck(code: string, message: string, ...capabilities: string[]): Permission;
}

/** Creates the handlers of the plugin endpoints. */
export function createPluginItems(deps: WpV2SiteDeps): PluginItems {
  const { plugins, rest, roles } = deps;

  const find = async (request: RestRequest): Promise<PluginSummary | undefined> =>
    (await plugins.list()).find(({ id }) => toPluginFile(id) === toText(request.getParam('plugin')));

  const notFoundError = (): ReturnType<typeof failure> => failure('rest_plugin_not_found', 'Plugin not found.', 404);

  const requireCapabilities =
    (code: string, message: string, ...capabilities: string[]): RestEndpoint['permissionCallback'] =>
    async () => {
      for (const capability of capabilities)
        if (!(await roles.currentUserCan(capability))) return forbidden(deps, code, message);
      return true;
    };

  const requireForPlugin =
    (...rights: Parameters<typeof requireCapabilities>): RestEndpoint['permissionCallback'] =>
    async (request) => {
      const allowed = await requireCapabilities(...rights)?.(request);
      return allowed === true && !(await find(request)) ? notFoundError() : allowed;
    };

  const list = async (request: RestRequest): Promise<unknown> => {
    const searchText = toText(request.getParam('search')).toLowerCase();
    const statuses = (request.getParam('status') ?? []) as string[];
    const found = (await plugins.list()).filter(
      (plugin) =>
        (searchText === '' ||
          [plugin.id, plugin.name, plugin.description, plugin.author].some((text) =>
            text.toLowerCase().includes(searchText),
          )) &&
        (statuses.length === 0 || statuses.includes(plugin.active ? 'active' : 'inactive')),
    );
    return Promise.all(found.map((plugin) => inCollection(rest.links, prepare(deps, plugin, request))));
  };

  const show = async (request: RestRequest): Promise<unknown> => {
    const plugin = await find(request);
    return plugin ? prepare(deps, plugin, request) : notFoundError();
  };

  async function update(request: RestRequest): Promise<unknown> {
    const plugin = await find(request);
    if (!plugin) return notFoundError();
    const status = request.getParam('status');
    let effects: readonly string[] = [];
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
      effects = await plugins.deactivate(plugin.id);
    }
    request.setParam('context', 'edit');
    const updated = await find(request);
    return updated ? prepare(deps, updated, request, effects) : notFoundError();
  }

  async function remove(request: RestRequest): Promise<unknown> {
    const plugin = await find(request);
    if (!plugin) return notFoundError();
    if (plugin.active)
      return failure(
        'rest_cannot_delete_active_plugin',
        'Cannot delete an active plugin. Please deactivate it first.',
        400,
      );
    request.setParam('context', 'edit');
    const previous = prepare(deps, plugin, request).getData();
    await plugins.remove(plugin.id);
    return { deleted: true, previous };
  }

  return { list, show, update, remove, permissionCheck: requireCapabilities, itemPermissionCheck: requireForPlugin };
}

/** @param effects what stops working, if the request deactivated the plugin */
function prepare(
  { formatting, rest }: WpV2SiteDeps,
  plugin: PluginSummary,
  request: RestRequest,
  effects: readonly string[] = [],
): RestResponse {
  const data: Dictionary = {
    plugin: plugin.id,
    status: plugin.active ? 'active' : 'inactive',
    name: plugin.name,
    plugin_uri: plugin.pluginUri,
    author: plugin.author,
    author_uri: plugin.authorUri,
    description: {
      raw: plugin.description,
      rendered: `${formatting.wpKsesPost(plugin.description)}${byline(formatting, plugin)}`,
    },
    version: plugin.version,
    network_only: false,
    requires_wp: plugin.requiresCore,
    requires_php: '',
    textdomain: plugin.textDomain,
    ...(effects.length > 0 ? { deactivation_effects: effects } : {}),
    ...(plugin.paused ? { paused_reason: plugin.pausedReason ?? '' } : {}),
  };
  const response = responseInContext(data, pluginSchema, request);
  if (wantsLinks(request)) response.addLink('self', rest.restUrl(`wp/v2/plugins/${plugin.id}`));
  return response;
}

/** Returns the author of a plugin as HTML; empty when unknown. */
function byline({ escHtml, escUrl }: WpV2SiteDeps['formatting'], { author, authorUri }: PluginSummary): string {
  if (author === '') return '';
  const name = authorUri === '' ? escHtml(author) : `<a href="${escUrl(authorUri)}">${escHtml(author)}</a>`;
  return ` <cite>By ${name}.</cite>`;
}
