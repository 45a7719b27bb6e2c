import type { HookApi, OptionsApi, WidgetsApi } from '../api/index.js';
import { type CoreWidgetDeps, coreWidgets } from './core-widgets.js';
import { createWidgetDrawing, type WidgetDrawing } from './render-widgets.js';
import { createWidgetRegistry } from './registry.js';
import { createStoredWidgets } from './stored-widgets.js';

/** Widgets for the host's own modules. */
export type SiteWidgets = WidgetsApi & { readonly now: Pick<WidgetDrawing, 'dynamicSidebar'> };

interface WidgetsDeps extends CoreWidgetDeps {
  hooks: HookApi;
  options: OptionsApi;
}

/** Creates the widgets of a site. */
export function createWidgets(deps: WidgetsDeps): SiteWidgets {
  const registry = createWidgetRegistry();
  const { now: stored, ...options } = createStoredWidgets(deps.options);
  const drawing = createWidgetDrawing({ hooks: deps.hooks, registry, stored });
  for (const widget of coreWidgets(deps)) registry.registerWidget(widget);
  return {
    ...registry,
    ...options,
    isActiveSidebar: async (id) => drawing.isActiveSidebar(id),
    dynamicSidebar: async (id) => drawing.dynamicSidebar(id),
    wpRenderWidget: async (widgetId, sidebarId) => drawing.renderWidget(widgetId, sidebarId),
    now: { dynamicSidebar: drawing.dynamicSidebar },
  };
}
