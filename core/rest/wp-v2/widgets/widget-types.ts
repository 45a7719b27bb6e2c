import { isWpError, type RestRequest, RestResponse, type Widget, type WpError } from '../../../api/index.js';
import { toText } from '../../values.js';
import { inCollection } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg, itemResponse, type ItemSchema, publicSchema, wantsLinks } from '../items/item-schema.js';
import { failure } from '../items/refusals.js';
import { toRestInstance, readInstance } from './instance.js';
import { mayManageWidgets } from './widget-access.js';

const ROUTE = 'wp/v2/widget-types';
const ALL_CONTEXTS = ['embed', 'view', 'edit'];

const SCHEMA: ItemSchema = {
  title: 'widget-type',
  properties: {
    id: {
      description: 'Unique slug identifying the widget type.',
      type: 'string',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    name: {
      description: 'Human-readable name identifying the widget type.',
      type: 'string',
      default: '',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    description: { description: 'Description of the widget.', type: 'string', default: '', context: ALL_CONTEXTS },
    is_multi: {
      description: 'Whether the widget supports multiple instances',
      type: 'boolean',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    classname: { description: 'Class name', type: 'string', default: '', context: ALL_CONTEXTS, readonly: true },
  },
};

/** Registers `wp/v2/widget-types` (`WP_REST_Widget_Types_Controller`). */
export function registerWidgetTypes(deps: WpV2Deps): void {
  const { hooks, rest, widgets } = deps;
  const mayManage = (): ReturnType<typeof mayManageWidgets> => mayManageWidgets(deps);

  function find(request: RestRequest): Widget | WpError {
    return (
      widgets.getRegisteredWidgets().get(toText(request.getParam('id'))) ??
      failure('rest_widget_type_invalid', 'Invalid widget type.', 404)
    );
  }

  async function permissionCallback(request: RestRequest): Promise<true | WpError> {
    const allowed = await mayManage();
    const found = find(request);
    return allowed === true && isWpError(found) ? found : allowed;
  }

  async function prepare(widget: Widget, request: RestRequest): Promise<RestResponse> {
    const data = {
      id: widget.idBase,
      name: widget.title,
      description: widget.description ?? '',
      is_multi: true,
      classname: widget.classname ?? `widget_${widget.idBase.replaceAll('-', '_')}`,
    };
    const response = itemResponse(data, SCHEMA, request);
    if (wantsLinks(request)) {
      response.addLink('collection', rest.restUrl(ROUTE));
      response.addLink('self', rest.restUrl(`${ROUTE}/${widget.idBase}`));
    }
    const filtered = await hooks.applyFilters('rest_prepare_widget_type', response, data, request);
    return filtered instanceof RestResponse ? filtered : response;
  }

  /** Renders a widget outside of any sidebar. */
  async function renderPreview(widget: Widget, instance: Readonly<Record<string, unknown>>): Promise<string> {
    const emptySidebar = {
      id: '',
      name: '',
      description: '',
      class: '',
      before_widget: '',
      after_widget: '',
      before_title: '',
      after_title: '',
      before_sidebar: '',
      after_sidebar: '',
      widget_id: `${widget.idBase}-0`,
      widget_name: widget.title,
    };
    return widget.render(instance, emptySidebar);
  }

  const context = contextArg(rest, SCHEMA, 'view');
  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, SCHEMA);
  const id = { description: 'The widget type id.', type: 'string' } as const;
  const instance = { description: 'Current instance settings of the widget.', type: 'object' } as const;
  rest.registerRestRoute('wp/v2', '/widget-types', {
    schema,
    endpoints: [
      {
        permissionCallback: mayManage,
        args: { context },
        async callback(request) {
          const items: unknown[] = [];
          for (const widget of widgets.getRegisteredWidgets().values())
            items.push(await inCollection(rest.links, await prepare(widget, request)));
          return items;
        },
      },
    ],
  });
  rest.registerRestRoute('wp/v2', '/widget-types/(?P<id>[a-zA-Z0-9_-]+)', {
    schema,
    args: { id },
    endpoints: [
      {
        permissionCallback,
        args: { context },
        callback: async (request) => {
          const widget = find(request);
          return isWpError(widget) ? widget : prepare(widget, request);
        },
      },
    ],
  });
  rest.registerRestRoute('wp/v2', '/widget-types/(?P<id>[a-zA-Z0-9_-]+)/encode', {
    args: {
      id,
      instance,
      form_data: { description: 'Serialized widget form data to encode into instance settings.', type: 'string' },
    },
    endpoints: [
      {
        methods: 'POST',
        permissionCallback,
        callback: async (request) => {
          const widget = find(request);
          if (isWpError(widget)) return widget;
          const instance = readInstance(deps, widget, request) ?? {};
          if (isWpError(instance)) return instance;
          return { form: '', preview: await renderPreview(widget, instance), instance: toRestInstance(deps, instance) };
        },
      },
    ],
  });
  rest.registerRestRoute('wp/v2', '/widget-types/(?P<id>[a-zA-Z0-9_-]+)/render', {
    args: { id, instance },
    endpoints: [
      {
        methods: 'POST',
        permissionCallback,
        callback: async (request) => {
          const widget = find(request);
          if (isWpError(widget)) return widget;
          const instance = readInstance(deps, widget, request) ?? {};
          return isWpError(instance) ? instance : { preview: await renderPreview(widget, instance) };
        },
      },
    ],
  });
}
