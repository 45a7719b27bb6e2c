import {
  type HookApi,
  inSteps,
  type MaybePromise,
  ready,
  type Sidebar,
  type Steps,
  stepwise,
  type Widget,
  type WidgetArgs,
  type WidgetInstance,
  type WidgetsApi,
} from '../api/index.js';
import { partsOf } from './registry.js';
import type { StoredAtOnce } from './stored-widgets.js';

interface DrawDeps {
  hooks: HookApi;
  registry: Pick<WidgetsApi, 'getRegisteredSidebars' | 'getRegisteredWidgets'>;
  stored: StoredAtOnce;
}

export interface WidgetDrawing {
  dynamicSidebar(id: string): MaybePromise<string>;
  renderWidget(widgetId: string, sidebarId: string): MaybePromise<string>;
  isActiveSidebar(id: string): MaybePromise<boolean>;
}

/** Creates the renderer of sidebars with their widgets (WordPress: dynamic_sidebar, WP_Widget::display_callback). */
export function createWidgetDrawing({ hooks, registry, stored }: DrawDeps): WidgetDrawing {
  function* idsIn(sidebar: string): Steps<readonly string[]> {
    return (
      (yield* ready(hooks.applyFilters('sidebars_widgets', yield* ready(stored.sidebarsWidgets()))))[sidebar] ?? []
    );
  }

  function* one(id: string, sidebar: Sidebar): Steps<string> {
    const { idBase, number } = partsOf(id);
    const widget = registry.getRegisteredWidgets().get(idBase);
    const instance = widget ? yield* ready(stored.instanceOf(id)) : undefined;
    if (!widget || !instance) return '';
    const classname = widget.classname ?? `widget_${idBase.replaceAll('-', '_')}`;
    const frame = sidebar.before_widget.replaceAll('%1$s', id).replaceAll('%2$s', classname);
    const own = { ...sidebar, before_widget: frame, widget_id: id, widget_name: widget.title };
    const [args = own] = yield* ready(
      hooks.applyFilters<WidgetArgs[]>('dynamic_sidebar_params', [own, { number } as unknown as WidgetArgs]),
    );
    yield* ready(
      hooks.doAction('dynamic_sidebar', {
        name: widget.title,
        id,
        callback: widget,
        params: [{ number }],
        classname,
        description: widget.description ?? '',
      }),
    );
    const shown = yield* ready(
      hooks.applyFilters<WidgetInstance | false>('widget_display_callback', instance, widget, args),
    );
    return shown === false ? '' : yield* framed(widget, shown, args);
  }

  function* framed(widget: Widget, instance: WidgetInstance, args: WidgetArgs): Steps<string> {
    const given = typeof instance.title === 'string' ? instance.title : '';
    const title = widget.fields.some(({ name }) => name === 'title')
      ? yield* ready(hooks.applyFilters('widget_title', given, instance, widget.idBase))
      : '';
    const html = yield* ready(widget.render(instance, args));
    if (html === '' && title === '') return '';
    return `${args.before_widget}${title === '' ? '' : `${args.before_title}${title}${args.after_title}`}${html}${args.after_widget}`;
  }

  function* draw(id: string): Steps<string> {
    const sidebar = registry.getRegisteredSidebars().get(id);
    const ids = sidebar ? yield* idsIn(id) : [];
    const has = ids.length > 0;
    yield* ready(hooks.doAction('dynamic_sidebar_before', id, has));
    let html = '';
    if (sidebar) for (const widget of ids) html += yield* one(widget, sidebar);
    yield* ready(hooks.doAction('dynamic_sidebar_after', id, has));
    yield* ready(hooks.applyFilters('dynamic_sidebar_has_widgets', html !== '', id));
    return html === '' || !sidebar ? '' : `${sidebar.before_sidebar}${html}${sidebar.after_sidebar}`;
  }

  return {
    dynamicSidebar: (id) => inSteps(() => draw(id)),
    renderWidget: stepwise(function* (widgetId, sidebarId) {
      const sidebar = registry.getRegisteredSidebars().get(sidebarId);
      return sidebar ? yield* one(widgetId, sidebar) : '';
    }),
    isActiveSidebar: stepwise(function* (id) {
      const active = registry.getRegisteredSidebars().has(id) && (yield* idsIn(id)).length > 0;
      return yield* ready(hooks.applyFilters('is_active_sidebar', active, id));
    }),
  };
}
