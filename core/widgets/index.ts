import type { HookApi, OptionsApi, WidgetsApi } from '../api/index.js';
import { type CoreWidgetDeps, createCoreWidgets } from './core-widgets.js';
import { createWidgetRenderer } from './render-widgets.js';
import { createWidgetRegistry } from './registry.js';
import { createStoredWidgets } from './stored-widgets.js';

interface WidgetsDeps extends CoreWidgetDeps {
  hooks: HookApi;
  options: OptionsApi;
}

/** Creates the widgets of a site. */
export function createWidgets(deps: WidgetsDeps): WidgetsApi {
  const registry = createWidgetRegistry();
  const stored = createStoredWidgets(deps.options);
  for (const widget of createCoreWidgets(deps)) registry.registerWidget(widget);
  return {
    ...registry,
    ...stored,
    ...createWidgetRenderer({ hooks: deps.hooks, registry, widgets: stored }),
  };
}
