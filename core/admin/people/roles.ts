import { currentContext } from '../../context/index.js';
import type { AdminDeps } from '../deps.js';

/** The roles the running request's user may give: none that can do more than the user (`get_editable_roles`). */
export async function grantableRoles({ roles, hooks, text }: AdminDeps): Promise<{ name: string; label: string }[]> {
  const all = await roles.getRoles();
  const { allcaps } = await roles.userCapabilities(currentContext()?.userId ?? 0);
  const within = (capabilities: Readonly<Record<string, boolean>>): boolean =>
    Object.entries(capabilities).every(
      ([name, granted]) => !granted || name.startsWith('level_') || allcaps[name] === true,
    );
  const named = all
    .filter((role) => within(role.capabilities))
    .map((role) => ({ name: role.name, label: text.__(role.label) }));
  return hooks.applyFilters('editable_roles', named);
}
