import type { HookApi, OptionsApi, RolesApi, UsersApi } from '../api/index.js';

const ADMINISTRATOR = 'administrator';

interface GrantDeps {
  readonly roles: Pick<RolesApi, 'getRoles' | 'userCapabilities' | 'userCan'>;
  readonly hooks: Pick<HookApi, 'applyFilters'>;
  readonly options: Pick<OptionsApi, 'getOption'>;
}

/**
 * Returns the roles a user may assign to others: none with more capabilities than their own (`get_editable_roles`).
 * A user without `promote_users` can create accounts only with the site's default role.
 */
export async function grantableRoles(
  { roles, hooks, options }: GrantDeps,
  userId: number,
): Promise<{ name: string; label: string }[]> {
  const mayPromote = await roles.userCan(userId, 'promote_users');
  const defaultRole = await options.getOption('default_role', 'subscriber');
  const { allcaps } = await roles.userCapabilities(userId);
  const isWithin = (capabilities: Readonly<Record<string, boolean>>): boolean =>
    Object.entries(capabilities).every(
      ([name, granted]) => !granted || name.startsWith('level_') || allcaps[name] === true,
    );
  const roleOptions = (await roles.getRoles())
    .filter(({ name, capabilities }) => isWithin(capabilities) && (mayPromote || name === defaultRole))
    .map(({ name, label }) => ({ name, label }));
  const filteredRoles = await hooks.applyFilters('editable_roles', roleOptions);
  return filteredRoles.map((role) => (typeof role === 'string' ? { name: role, label: role } : role));
}

/** Whether the site would have no administrator without this account. */
export async function isLastAdministrator(
  { users, roles }: { readonly users: Pick<UsersApi, 'getUsers'>; readonly roles: Pick<RolesApi, 'userCapabilities'> },
  userId: number,
): Promise<boolean> {
  const { roles: roleNames } = await roles.userCapabilities(userId);
  if (!roleNames.includes(ADMINISTRATOR)) return false;
  const { total } = await users.getUsers({ role: ADMINISTRATOR, exclude: [userId], number: 1 });
  return total === 0;
}

/** Whether replacing an account's roles with these would leave the site without an administrator. */
export async function leavesNoAdministrator(
  deps: Parameters<typeof isLastAdministrator>[0],
  userId: number,
  newRoles: readonly string[],
): Promise<boolean> {
  return !newRoles.includes(ADMINISTRATOR) && (await isLastAdministrator(deps, userId));
}
