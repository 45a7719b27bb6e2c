import type { HookApi, OptionsApi, WidgetsApi } from '../api/index.js';
import { type CoreWidgetDeps, coreWidgets } from './core-widgets.js';
import { createWidgetDrawing } from './render-widgets.js';
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
  for (const widget of coreWidgets(deps)) registry.registerWidget(widget);
  return {
    ...registry,
    ...stored,
    ...createWidgetDrawing({ hooks: deps.hooks, registry, widgets: stored }),
  };
}
