import {
  type HookApi,
  type Sidebar,
  type Widget,
  type WidgetArgs,
  type WidgetInstance,
  type WidgetsApi,
} from '../api/index.js';
import { parseWidgetId } from './registry.js';

interface WidgetRendererDeps {
  hooks: HookApi;
  registry: Pick<WidgetsApi, 'getRegisteredSidebars' | 'getRegisteredWidgets'>;
  widgets: Pick<WidgetsApi, 'wpGetSidebarsWidgets' | 'getWidgetInstance'>;
}

type WidgetRenderer = Pick<WidgetsApi, 'dynamicSidebar' | 'wpRenderWidget' | 'isActiveSidebar'>;

/** Creates the renderer of sidebars with their widgets (WordPress: dynamic_sidebar, WP_Widget::display_callback). */
export function createWidgetRenderer({ hooks, registry, widgets }: WidgetRendererDeps): WidgetRenderer {
  async function getWidgetIds(sidebar: string): Promise<readonly string[]> {
    return (await hooks.applyFilters('sidebars_widgets', await widgets.wpGetSidebarsWidgets()))[sidebar] ?? [];
  }

  async function renderWidget(id: string, sidebar: Sidebar): Promise<string> {
    const { idBase, number } = parseWidgetId(id);
    const widget = registry.getRegisteredWidgets().get(idBase);
    const instance = widget ? await widgets.getWidgetInstance(id) : undefined;
    if (!widget || !instance) return '';
    const classname = widget.classname ?? `widget_${idBase.replaceAll('-', '_')}`;
    const frame = sidebar.before_widget.replaceAll('%1$s', id).replaceAll('%2$s', classname);
    const defaultArgs = { ...sidebar, before_widget: frame, widget_id: id, widget_name: widget.title };
    const [args = defaultArgs] = await hooks.applyFilters<WidgetArgs[]>('dynamic_sidebar_params', [
      defaultArgs,
      { number } as unknown as WidgetArgs,
    ]);
    await hooks.doAction('dynamic_sidebar', {
      name: widget.title,
      id,
      callback: widget,
      params: [{ number }],
      classname,
      description: widget.description ?? '',
    });
    const filteredInstance = await hooks.applyFilters<WidgetInstance | false>(
      'widget_display_callback',
      instance,
      widget,
      args,
    );
    return filteredInstance === false ? '' : await renderInFrame(widget, filteredInstance, args);
  }

  async function renderInFrame(widget: Widget, instance: WidgetInstance, args: WidgetArgs): Promise<string> {
    const rawTitle = typeof instance.title === 'string' ? instance.title : '';
    const title = widget.fields.some(({ name }) => name === 'title')
      ? await hooks.applyFilters('widget_title', rawTitle, instance, widget.idBase)
      : '';
    const html = await widget.render(instance, args);
    if (html === '' && title === '') return '';
    return `${args.before_widget}${title === '' ? '' : `${args.before_title}${title}${args.after_title}`}${html}${args.after_widget}`;
  }

  async function dynamicSidebar(id: string): Promise<string> {
    const sidebar = registry.getRegisteredSidebars().get(id);
    const ids = sidebar ? await getWidgetIds(id) : [];
    const hasWidgets = ids.length > 0;
    await hooks.doAction('dynamic_sidebar_before', id, hasWidgets);
    let html = '';
    if (sidebar) for (const widget of ids) html += await renderWidget(widget, sidebar);
    await hooks.doAction('dynamic_sidebar_after', id, hasWidgets);
    await hooks.applyFilters('dynamic_sidebar_has_widgets', html !== '', id);
    return html === '' || !sidebar ? '' : `${sidebar.before_sidebar}${html}${sidebar.after_sidebar}`;
  }

  return {
    dynamicSidebar,
    async wpRenderWidget(widgetId, sidebarId) {
      const sidebar = registry.getRegisteredSidebars().get(sidebarId);
      return sidebar ? renderWidget(widgetId, sidebar) : '';
    },
    async isActiveSidebar(id) {
      const active = registry.getRegisteredSidebars().has(id) && (await getWidgetIds(id)).length > 0;
      return hooks.applyFilters('is_active_sidebar', active, id);
    },
  };
}
