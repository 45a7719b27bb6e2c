import { isWpError, type RestRequest, RestResponse, type Widget, type WpError } from '../../../api/index.js';
import { toText } from '../../values.js';
import { inCollection } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import {
  contextArg,
  contextOf,
  itemResponse,
  type ItemSchema,
  publicSchema,
  wantsLinks,
  writeArgs,
} from '../items/item-schema.js';
import { failure } from '../items/refusals.js';
import { toRestInstance, readInstance } from './instance.js';
import { INACTIVE, mayManageWidgets, getWidgetsBySidebar } from './widget-access.js';

const ROUTE = 'wp/v2/widgets';
const ALL_CONTEXTS = ['view', 'edit', 'embed'];

const SCHEMA: ItemSchema = {
  title: 'widget',
  properties: {
    id: { description: 'Unique identifier for the widget.', type: 'string', context: ALL_CONTEXTS },
    id_base: {
      description: 'The type of the widget. Corresponds to ID in widget-types endpoint.',
      type: 'string',
      context: ALL_CONTEXTS,
    },
    sidebar: {
      description: 'The sidebar the widget belongs to.',
      type: 'string',
      default: INACTIVE,
      required: true,
      context: ALL_CONTEXTS,
    },
    rendered: {
      description: 'HTML representation of the widget.',
      type: 'string',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    rendered_form: {
      description: 'HTML representation of the widget admin form.',
      type: 'string',
      context: ['edit'],
      readonly: true,
    },
    instance: {
      description: 'Instance settings of the widget, if supported.',
      type: 'object',
      context: ['edit'],
      properties: {
        encoded: {
          description: 'Base64 encoded representation of the instance settings.',
          type: 'string',
          context: ['edit'],
        },
        hash: { description: 'Cryptographic hash of the instance settings.', type: 'string', context: ['edit'] },
        raw: { description: 'Unencoded instance settings, if supported.', type: 'object', context: ['edit'] },
      },
    },
    form_data: {
      description:
        'URL-encoded form data from the widget admin form. Used to update a widget that does not support instance. Write only.',
      type: 'string',
      context: [],
    },
  },
};

/** Registers `wp/v2/widgets` (`WP_REST_Widgets_Controller`). */
export function registerWidgets(deps: WpV2Deps): void {
  const { db, hooks, rest, widgets } = deps;
  const permissionCallback = (): ReturnType<typeof mayManageWidgets> => mayManageWidgets(deps);
  const notFoundError = (): WpError => failure('rest_widget_not_found', 'No widget was found with that id.', 404);

  /** Returns the sidebar of a widget. */
  async function findSidebar(id: string): Promise<string | undefined> {
    return Object.entries(await getWidgetsBySidebar(deps)).find(([, ids]) => ids.includes(id))?.[0];
  }

  async function create(request: RestRequest): Promise<unknown> {
    const widget = widgets.getRegisteredWidgets().get(toText(request.getParam('id_base')));
    if (!widget) return failure('rest_invalid_widget', 'The provided widget type (id_base) cannot be updated.', 400);
    const instance = readInstance(deps, widget, request) ?? {};
    if (isWpError(instance)) return instance;
    const sidebar = toText(request.getParam('sidebar')) || INACTIVE;
    const id = await db.transaction(async () => {
      const next = await widgets.nextWidgetId(widget.idBase);
      await widgets.setWidgetInstance(next, instance);
      await moveWidget(deps, next, sidebar);
      return next;
    });
    await hooks.doAction('rest_after_save_widget', id, sidebar, request, true);
    request.setParam('context', 'edit');
    const response = await prepare(deps, id, sidebar, request);
    response.setStatus(201);
    return response;
  }

  async function update(request: RestRequest): Promise<unknown> {
    const id = toText(request.getParam('id'));
    const sidebarId = await findSidebar(id);
    const widget = findWidgetType(deps, id);
    if (sidebarId === undefined || !widget) return notFoundError();
    const instance = readInstance(deps, widget, request);
    if (isWpError(instance)) return instance;
    const sidebar = toText(request.getParam('sidebar')) || sidebarId;
    await db.transaction(async () => {
      if (instance) await widgets.setWidgetInstance(id, instance);
      if (sidebar !== sidebarId) await moveWidget(deps, id, sidebar);
    });
    await hooks.doAction('rest_after_save_widget', id, sidebar, request, false);
    request.setParam('context', 'edit');
    return prepare(deps, id, sidebar, request);
  }

  async function remove(request: RestRequest): Promise<unknown> {
    const id = toText(request.getParam('id'));
    const sidebarId = await findSidebar(id);
    if (sidebarId === undefined) return notFoundError();
    request.setParam('context', 'edit');
    const isPermanent = request.getParam('force') === true;
    const previous = isPermanent ? (await prepare(deps, id, sidebarId, request)).getData() : undefined;
    await db.transaction(async () => {
      await moveWidget(deps, id, isPermanent ? undefined : INACTIVE);
      if (isPermanent) await widgets.setWidgetInstance(id, undefined);
    });
    const response = isPermanent
      ? new RestResponse({ deleted: true, previous })
      : await prepare(deps, id, INACTIVE, request);
    await hooks.doAction('rest_delete_widget', id, sidebarId, response, request);
    return response;
  }

  const context = contextArg(rest, SCHEMA, 'view');
  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, SCHEMA);
  rest.registerRestRoute('wp/v2', '/widgets', {
    schema,
    allowBatch: { v1: true },
    endpoints: [
      {
        permissionCallback,
        args: { context, sidebar: { description: 'The sidebar to return widgets for.', type: 'string' } },
        async callback(request) {
          const sidebarParam = request.getParam('sidebar');
          const items: unknown[] = [];
          for (const [sidebarId, ids] of Object.entries(await getWidgetsBySidebar(deps))) {
            if (sidebarParam !== undefined && sidebarParam !== null && sidebarId !== sidebarParam) continue;
            for (const id of ids)
              if (findWidgetType(deps, id))
                items.push(await inCollection(rest.links, await prepare(deps, id, sidebarId, request)));
          }
          return items;
        },
      },
      { methods: 'POST', permissionCallback, callback: create, args: writeArgs(rest, SCHEMA, true) },
    ],
  });
  rest.registerRestRoute('wp/v2', '/widgets/(?P<id>[\\w\\-]+)', {
    schema,
    allowBatch: { v1: true },
    endpoints: [
      {
        permissionCallback,
        args: { context },
        callback: async (request) => {
          const id = toText(request.getParam('id'));
          const sidebarId = await findSidebar(id);
          return sidebarId === undefined || !findWidgetType(deps, id)
            ? notFoundError()
            : prepare(deps, id, sidebarId, request);
        },
      },
      { methods: 'POST, PUT, PATCH', permissionCallback, callback: update, args: writeArgs(rest, SCHEMA, false) },
      {
        methods: 'DELETE',
        permissionCallback,
        callback: remove,
        args: {
          force: {
            description: 'Whether to force removal of the widget, or move it to the inactive sidebar.',
            type: 'boolean',
          },
        },
      },
    ],
  });
}

/** Returns the type of a widget, by its id. */
function findWidgetType({ widgets }: WpV2Deps, id: string): Widget | undefined {
  return widgets.getRegisteredWidgets().get(id.replace(/-\d+$/, ''));
}

async function prepare(deps: WpV2Deps, id: string, sidebar: string, request: RestRequest): Promise<RestResponse> {
  const { hooks, rest, widgets } = deps;
  const instance = (await widgets.getWidgetInstance(id)) ?? {};
  const data = {
    id,
    id_base: findWidgetType(deps, id)?.idBase ?? id,
    sidebar,
    rendered: sidebar === INACTIVE ? '' : (await widgets.wpRenderWidget(id, sidebar)).trim(),
    rendered_form:
      contextOf(request) === 'edit' ? renderForm(deps.formatting, findWidgetType(deps, id), id, instance) : '',
    instance: toRestInstance(deps, instance),
  };
  const response = itemResponse(data, SCHEMA, request);
  if (wantsLinks(request)) {
    response.addLink('self', rest.restUrl(`${ROUTE}/${id}`));
    response.addLink('collection', rest.restUrl(ROUTE));
    response.addLink('about', rest.restUrl(`wp/v2/widget-types/${data.id_base}`), { embeddable: true });
    response.addLink('https://api.w.org/sidebar', rest.restUrl(`wp/v2/sidebars/${sidebar}`));
  }
  const filtered = await hooks.applyFilters('rest_prepare_widget', response, { id, sidebar }, request);
  return filtered instanceof RestResponse ? filtered : response;
}

/** Returns a widget's form as HTML. */
function renderForm(
  { escAttr, escHtml }: WpV2Deps['formatting'],
  widget: Widget | undefined,
  id: string,
  instance: Readonly<Record<string, unknown>>,
): string {
  return (widget?.fields ?? [])
    .map(({ name, label, type }) => {
      const value = instance[name];
      const field = `id="widget-${id}-${name}" name="widget-${id}[${name}]"`;
      const checked = value === true ? ' checked' : '';
      const state = type === 'checkbox' ? checked : ` value="${escAttr(toText(value))}"`;
      const input =
        type === 'textarea'
          ? `<textarea ${field}>${escHtml(toText(value))}</textarea>`
          : `<input ${field} type="${type}"${state}>`;
      return `<p><label for="widget-${id}-${name}">${escHtml(label)}</label> ${input}</p>`;
    })
    .join('');
}

async function moveWidget(deps: WpV2Deps, id: string, sidebar: string | undefined): Promise<void> {
  const placed = await getWidgetsBySidebar(deps);
  for (const [sidebarId, ids] of Object.entries(placed))
    placed[sidebarId] = ids.filter((candidate) => candidate !== id);
  if (sidebar !== undefined) placed[sidebar] = [...(placed[sidebar] ?? []), id];
  await deps.widgets.wpSetSidebarsWidgets(placed);
}
