import type { AdminNotice, DashboardWidget, HookApi, HostFunctions, PluginScope, Undo } from '../../api/index.js';
import { currentContext, DASHBOARD_WIDGETS, PAGE_REQUEST } from '../../context/index.js';
import { type ContextWrapper, wrapText, orElse } from '../isolation/attribution.js';
import { checkFunction, checkShape } from '../isolation/checked-entries.js';
import { renderFilteredNotice, getDismissedNotices } from './admin-notices.js';
import type { Registries } from './registries.js';
import { validateText } from './page-replies.js';

type WidgetMap = Map<string, DashboardWidget>;

/** Returns the dashboard widgets of plugins, including those added while the page is rendered. */
export function dashboardWidgets(registries: Pick<Registries, 'dashboardWidgets'>): readonly DashboardWidget[] {
  const requestWidgets =
    (currentContext()?.memo.get(DASHBOARD_WIDGETS) as WidgetMap | undefined) ?? new Map<string, DashboardWidget>();
  return [
    ...registries.dashboardWidgets
      .all()
      .map(({ value }) => value)
      .filter(({ id }) => !requestWidgets.has(id)),
    ...requestWidgets.values(),
  ];
}

interface DashboardPartsDeps {
  readonly id: string;
  readonly functions: Pick<HostFunctions, 'wpKsesPost' | 'wpNonceField' | 'getUserMeta'>;
  readonly hooks: Pick<HookApi, 'applyFilters'>;
  readonly registries: Registries;
  readonly wrap: ContextWrapper;
  trackUndo(step: Undo): Undo;
  __(text: string): string;
}

/** Creates one plugin's functions for dashboard widgets and notices. */
export function createDashboardParts({
  id,
  functions,
  hooks,
  registries,
  wrap,
  trackUndo,
  __,
}: DashboardPartsDeps): Pick<PluginScope, 'wpAddDashboardWidget' | 'addAdminNotice' | 'wpAdminNotice'> {
  return {
    wpAddDashboardWidget(widgetId, title, callback, control, { capability } = {}) {
      checkFunction(`wpAddDashboardWidget('${widgetId}', …)`, callback);
      const entryName = `dashboard box ${widgetId}`;
      const show = wrap(entryName, () => validateText(callback()));
      const widget: DashboardWidget = {
        id: widgetId,
        title: wrapText(title, `title of ${entryName}`, widgetId, wrap),
        callback: () => orElse('', show),
        ...(control
          ? { control: wrap(`options of ${entryName}`, async (request) => validateText(await control(request))) }
          : {}),
        ...(capability === undefined ? {} : { capability }),
      };
      const memo = currentContext()?.memo;
      if (memo?.has(PAGE_REQUEST)) {
        const widgets = (memo.get(DASHBOARD_WIDGETS) as WidgetMap | undefined) ?? new Map<string, DashboardWidget>();
        memo.set(DASHBOARD_WIDGETS, widgets.set(widgetId, widget));
        return () => void widgets.delete(widgetId);
      }
      const { undo, isNew } = registries.dashboardWidgets.upsert(id, (dashboardWidget) => dashboardWidget.id, widget);
      return isNew ? trackUndo(undo) : undo;
    },
    addAdminNotice(input) {
      checkShape('addAdminNotice(…)', input, {
        id: 'text',
        text: 'text or function',
        link: 'object?',
        when: 'function?',
      });
      const { when } = input;
      const condition = when && wrap(`condition of notice ${input.id}`, when.bind(input));
      const notice: AdminNotice = {
        ...input,
        text: wrapText(input.text, `text of notice ${input.id}`, '', wrap),
        ...(input.link
          ? {
              link: {
                ...input.link,
                text: wrapText(input.link.text, `text of notice ${input.id}`, input.link.url, wrap),
              },
            }
          : {}),
        ...(condition ? { when: () => orElse(false, condition) } : {}),
      };
      const { undo, isNew } = registries.adminNotices.upsert(id, (adminNotice) => adminNotice.id, notice);
      return isNew ? trackUndo(undo) : undo;
    },
    wpAdminNotice: (message, args = {}) =>
      renderFilteredNotice({ hooks, functions }, message, args, async ({ id: noticeId = '', dismissible = false }) => {
        const key = dismissible && noticeId !== '' ? `${id}/${noticeId}` : '';
        return key !== '' && (await getDismissedNotices(functions)).includes(key)
          ? undefined
          : { key, text: __('Dismiss') };
      }),
  };
}
