import type { OptionsApi, WidgetsApi } from '../api/index.js';
import { parseWidgetId } from './registry.js';

type WidgetStore = Pick<
  WidgetsApi,
  'wpGetSidebarsWidgets' | 'wpSetSidebarsWidgets' | 'getWidgetInstance' | 'setWidgetInstance' | 'nextWidgetId'
>;

const SIDEBARS_OPTION = 'sidebars_widgets';

/** Creates access to the stored widgets: their sidebars and settings, in options as in WordPress. */
export function createStoredWidgets(options: OptionsApi): WidgetStore {
  const readInstances = async (idBase: string): Promise<Record<string, unknown>> =>
    toDictionary(await options.getOption<unknown>(`widget_${idBase}`, false));
  return {
    async wpGetSidebarsWidgets() {
      const stored = await options.getOption<unknown>(SIDEBARS_OPTION, false);
      return Object.fromEntries(
        Object.entries(toDictionary(stored))
          .filter(([, ids]) => Array.isArray(ids))
          .map(([sidebarId, ids]) => [sidebarId, (ids as unknown[]).map(String)]),
      );
    },
    wpSetSidebarsWidgets: async (widgets) =>
      void (await options.updateOption(SIDEBARS_OPTION, { ...widgets, array_version: 3 })),
    async getWidgetInstance(id) {
      const { idBase, number } = parseWidgetId(id);
      const { [number]: found } = await readInstances(idBase);
      return typeof found === 'object' && found !== null ? toDictionary(found) : undefined;
    },
    async setWidgetInstance(id, instance) {
      const { idBase, number } = parseWidgetId(id);
      const { [number]: _before, ...others } = await readInstances(idBase);
      await options.updateOption(`widget_${idBase}`, {
        ...others,
        ...(instance ? { [number]: instance } : {}),
        _multiwidget: 1,
      });
    },
    async nextWidgetId(idBase) {
      const used = Object.keys(await readInstances(idBase))
        .map(Number)
        .filter(Number.isInteger);
      return `${idBase}-${Math.max(1, ...used) + 1}`;
    },
  };
}

function toDictionary(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
