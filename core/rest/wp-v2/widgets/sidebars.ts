import { type RestRequest, RestResponse } from '../../../api/index.js';
import { toText } from '../../values.js';
import { inCollection, listParam } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import {
  contextArg,
  itemResponse,
  type ItemSchema,
  publicSchema,
  wantsLinks,
  writeArgs,
} from '../items/item-schema.js';
import { failure } from '../items/refusals.js';
import { INACTIVE, mayManageWidgets, getWidgetsBySidebar } from './widget-access.js';

const ROUTE = 'wp/v2/sidebars';
const ALL_CONTEXTS = ['embed', 'view', 'edit'];
const htmlProperty = (description: string) =>
  ({ description, type: 'string', default: '', context: ALL_CONTEXTS, readonly: true }) as const;

const SCHEMA: ItemSchema = {
  title: 'sidebar',
  properties: {
    id: { description: 'ID of sidebar.', type: 'string', context: ALL_CONTEXTS, readonly: true },
    name: {
      description: 'Unique name identifying the sidebar.',
      type: 'string',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    description: { description: 'Description of sidebar.', type: 'string', context: ALL_CONTEXTS, readonly: true },
    class: {
      description: 'Extra CSS class to assign to the sidebar in the Widgets interface.',
      type: 'string',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    before_widget: htmlProperty("HTML content to prepend to each widget's HTML output when assigned to this sidebar."),
    after_widget: htmlProperty("HTML content to append to each widget's HTML output when assigned to this sidebar."),
    before_title: htmlProperty('HTML content to prepend to the sidebar title when displayed.'),
    after_title: htmlProperty('HTML content to append to the sidebar title when displayed.'),
    status: {
      description: 'Status of sidebar.',
      type: 'string',
      enum: ['active', 'inactive'],
      context: ALL_CONTEXTS,
      readonly: true,
    },
    widgets: {
      description: 'Nested widgets.',
      type: 'array',
      items: { type: ['object', 'string'] },
      default: [],
      context: ALL_CONTEXTS,
    },
  },
};

/** Registers `wp/v2/sidebars` (`WP_REST_Sidebars_Controller`). */
export function registerSidebars(deps: WpV2Deps): void {
  const { hooks, rest, widgets } = deps;
  const permissionCallback = (): ReturnType<typeof mayManageWidgets> => mayManageWidgets(deps);

  async function prepare(id: string, request: RestRequest): Promise<RestResponse> {
    const sidebar = widgets.getRegisteredSidebars().get(id);
    const kinds = widgets.getRegisteredWidgets();
    const ids = (await getWidgetsBySidebar(deps))[id] ?? [];
    const data = {
      id,
      name: sidebar?.name ?? 'Inactive widgets',
      description: sidebar?.description ?? '',
      class: sidebar?.class ?? '',
      before_widget: sidebar?.before_widget ?? '',
      after_widget: sidebar?.after_widget ?? '',
      before_title: sidebar?.before_title ?? '',
      after_title: sidebar?.after_title ?? '',
      status: sidebar ? 'active' : 'inactive',
      widgets: ids.filter((widget) => kinds.has(widget.replace(/-\d+$/, ''))),
    };
    const response = itemResponse(data, SCHEMA, request);
    if (wantsLinks(request)) {
      response.addLink('collection', rest.restUrl(ROUTE));
      response.addLink('self', rest.restUrl(`${ROUTE}/${id}`));
      response.addLink('https://api.w.org/widget', `${rest.restUrl('wp/v2/widgets')}?sidebar=${id}`, {
        embeddable: true,
      });
    }
    const filtered = await hooks.applyFilters('rest_prepare_sidebar', response, sidebar ?? { id }, request);
    return filtered instanceof RestResponse ? filtered : response;
  }

  const isKnown = (id: string): boolean => id === INACTIVE || widgets.getRegisteredSidebars().has(id);
  const notFoundError = (): ReturnType<typeof failure> =>
    failure('rest_sidebar_not_found', 'No sidebar exists with that id.', 404);

  async function update(request: RestRequest): Promise<unknown> {
    const id = toText(request.getParam('id'));
    if (!isKnown(id)) return notFoundError();
    if (request.hasParam('widgets')) {
      const widgetIds = [
        ...new Set(
          listParam(request, 'widgets').map((widgetId) =>
            toText(typeof widgetId === 'object' && widgetId !== null && 'id' in widgetId ? widgetId.id : widgetId),
          ),
        ),
      ];
      const placed = await getWidgetsBySidebar(deps);
      const removedWidgets = (placed[id] ?? []).filter((widget) => !widgetIds.includes(widget));
      for (const [sidebarId, placedIds] of Object.entries(placed))
        placed[sidebarId] = placedIds.filter((widget) => !widgetIds.includes(widget));
      placed[id] = widgetIds;
      // Widgets removed from a sidebar become inactive instead of being lost.
      if (id !== INACTIVE) placed[INACTIVE] = [...(placed[INACTIVE] ?? []), ...removedWidgets];
      await widgets.wpSetSidebarsWidgets(placed);
    }
    request.setParam('context', 'edit');
    await hooks.doAction('rest_save_sidebar', widgets.getRegisteredSidebars().get(id) ?? { id }, request);
    return prepare(id, request);
  }

  const context = contextArg(rest, SCHEMA, 'view');
  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, SCHEMA);
  rest.registerRestRoute('wp/v2', '/sidebars', {
    schema,
    endpoints: [
      {
        permissionCallback,
        args: { context },
        async callback(request) {
          const items: unknown[] = [];
          for (const id of [...widgets.getRegisteredSidebars().keys(), INACTIVE])
            items.push(await inCollection(rest.links, await prepare(id, request)));
          return items;
        },
      },
    ],
  });
  rest.registerRestRoute('wp/v2', '/sidebars/(?P<id>[\\w-]+)', {
    schema,
    args: { id: { description: 'The id of a registered sidebar', type: 'string' } },
    endpoints: [
      {
        permissionCallback,
        args: { context },
        callback: async (request) => {
          const id = toText(request.getParam('id'));
          return isKnown(id) ? prepare(id, request) : notFoundError();
        },
      },
      { methods: 'POST, PUT, PATCH', permissionCallback, callback: update, args: writeArgs(rest, SCHEMA, false) },
    ],
  });
}
