import type { AdminNotice, DashboardWidget, HookApi, HostFunctions, PluginScope, Undo } from '../../api/index.js';
import { currentContext, DASHBOARD_WIDGETS, PAGE_REQUEST } from '../../context/index.js';
import { type ContextWrapper, nameText, orElse } from '../isolation/attribution.js';
import { filteredNotice, noticesPutAway } from './admin-notices.js';
import type { Registries } from './registries.js';
import { checkedText } from './page-replies.js';

type Boxes = Map<string, DashboardWidget>;

/** Returns the boxes that plugins added to the dashboard being rendered. */
export function dashboardWidgets(registries: Pick<Registries, 'dashboardWidgets'>): readonly DashboardWidget[] {
  const own =
    (currentContext()?.memo.get(DASHBOARD_WIDGETS) as Boxes | undefined) ?? new Map<string, DashboardWidget>();
  return [
    ...registries.dashboardWidgets
      .all()
      .map(({ value }) => value)
      .filter(({ id }) => !own.has(id)),
    ...own.values(),
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

/** Creates one plugin's functions for dashboard boxes and notices. */
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
    wpAddDashboardWidget(boxId, title, callback, control, { capability } = {}) {
      const entryName = `dashboard box ${boxId}`;
      const show = wrap(entryName, () => checkedText(callback()));
      const box: DashboardWidget = {
        id: boxId,
        title: nameText(title, `title of ${entryName}`, boxId, wrap),
        callback: () => orElse('', show),
        ...(control
          ? { control: wrap(`options of ${entryName}`, async (request) => checkedText(await control(request))) }
          : {}),
        ...(capability === undefined ? {} : { capability }),
      };
      const memo = currentContext()?.memo;
      if (memo?.has(PAGE_REQUEST)) {
        const widgets = (memo.get(DASHBOARD_WIDGETS) as Boxes | undefined) ?? new Map<string, DashboardWidget>();
        memo.set(DASHBOARD_WIDGETS, widgets.set(boxId, box));
        return () => void widgets.delete(boxId);
      }
      const { undo, isNew } = registries.dashboardWidgets.upsert(id, (one) => one.id, box);
      return isNew ? trackUndo(undo) : undo;
    },
    addAdminNotice(input) {
      const { when } = input;
      const condition = when && wrap(`condition of notice ${input.id}`, when.bind(input));
      const notice: AdminNotice = {
        ...input,
        text: nameText(input.text, `text of notice ${input.id}`, '', wrap),
        ...(input.link
          ? {
              link: {
                ...input.link,
                text: nameText(input.link.text, `text of notice ${input.id}`, input.link.url, wrap),
              },
            }
          : {}),
        ...(condition ? { when: () => orElse(false, condition) } : {}),
      };
      const { undo, isNew } = registries.adminNotices.upsert(id, (one) => one.id, notice);
      return isNew ? trackUndo(undo) : undo;
    },
    wpAdminNotice: (message, args = {}) =>
      filteredNotice({ hooks, functions }, message, args, async ({ id: noticeId = '', dismissible = false }) => {
        const key = dismissible && noticeId !== '' ? `${id}/${noticeId}` : '';
        return key !== '' && (await noticesPutAway(functions)).includes(key) ? undefined : { key, text: __('Dismiss') };
      }),
  };
}
