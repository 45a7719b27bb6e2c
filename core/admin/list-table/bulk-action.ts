import type { AdminScreen, Notice, PageRequest } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';

/** Maximum number of rows selected in one request. */
const MAX_ROWS = 500;

/** Returns the IDs submitted in a form field. */
export function readSelectedIds(request: PageRequest, field: string): number[] {
  return [request.form[field] ?? []]
    .flat()
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)
    .slice(0, MAX_ROWS);
}

/**
 * Passes a bulk action unknown to the host to plugins (`handle_bulk_actions-{screen}`).
 * @returns the URL to redirect to; undefined if no plugin handled it
 */
export async function pluginBulkAction(
  { hooks, siteUrl }: Pick<AdminDeps, 'hooks' | 'siteUrl'>,
  screen: AdminScreen,
  path: string,
  action: string,
  ids: readonly (number | string)[],
): Promise<string | undefined> {
  const listUrl = `${siteUrl}/wp-admin/${path}`;
  const redirectUrl = await hooks.applyFilters(`handle_bulk_actions-${screen.id}`, listUrl, action, ids);
  return redirectUrl === listUrl ? undefined : redirectUrl.replace(`${siteUrl}/wp-admin/`, '');
}

/** Returns the notice shown if nothing was selected. */
export function nothingSelectedNotice(__: (text: string) => string): Notice {
  return { kind: 'warning', text: __('Select at least one item first.') };
}
