import type { AdminScreen, Notice, PageRequest } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';

/** Rows that one request may choose. */
const MAX = 500;

/** The numbers that a form's field names. */
export function chosenIds(request: PageRequest, field: string): number[] {
  return [request.form[field] ?? []]
    .flat()
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)
    .slice(0, MAX);
}

/**
 * Has plugins do with the chosen rows what the host knows nothing of (`handle_bulk_actions-{screen}`).
 * @returns the address to go on to; undefined when nobody did anything
 */
export async function pluginBulkAction(
  { hooks, siteUrl }: Pick<AdminDeps, 'hooks' | 'siteUrl'>,
  screen: AdminScreen,
  address: string,
  action: string,
  ids: readonly (number | string)[],
): Promise<string | undefined> {
  const before = `${siteUrl}/wp-admin/${address}`;
  const after = await hooks.applyFilters(`handle_bulk_actions-${screen.id}`, before, action, ids);
  return after === before ? undefined : after.replace(`${siteUrl}/wp-admin/`, '');
}

/** What is said to whoever chose nothing. */
export function nothingChosen(__: (text: string) => string): Notice {
  return { kind: 'warning', text: __('Select at least one item first.') };
}
