import type { WpError } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { forbidden } from '../items/refusals.js';

/** Sidebar of inactive widgets. */
export const INACTIVE = 'wp_inactive_widgets';

/** Whether the user may read and change widgets. */
export async function mayManageWidgets(deps: WpV2Deps): Promise<true | WpError> {
  return (
    (await deps.roles.currentUserCan('edit_theme_options')) ||
    forbidden(deps, 'rest_cannot_manage_widgets', 'Sorry, you are not allowed to manage widgets on this site.')
  );
}

/** Returns the ids of all widgets by sidebar. */
export async function getWidgetsBySidebar({ widgets }: WpV2Deps): Promise<Record<string, string[]>> {
  const stored = await widgets.wpGetSidebarsWidgets();
  const known = [...widgets.getRegisteredSidebars().keys()];
  const widgetsBySidebar: Record<string, string[]> = Object.fromEntries(
    [INACTIVE, ...known].map((sidebarId) => [sidebarId, [...(stored[sidebarId] ?? [])]]),
  );
  // Widgets in a sidebar of another theme become inactive.
  const inactive = widgetsBySidebar[INACTIVE] ?? [];
  for (const [sidebarId, ids] of Object.entries(stored))
    if (!Object.hasOwn(widgetsBySidebar, sidebarId)) inactive.push(...ids);
  return widgetsBySidebar;
}
