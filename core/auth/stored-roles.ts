import type { HookApi, OptionsApi, Role, RolesApi } from '../api/index.js';
import { standardRoles, type StoredRole } from './roles-standard.js';

/** The option that stores the roles. */
export const ROLES_OPTION = 'user_roles';

type StoredRoles = Pick<
  RolesApi,
  'getRoles' | 'getRole' | 'addRole' | 'removeRole' | 'addRoleCap' | 'removeRoleCap' | 'roleHasCap' | 'populateRoles'
>;

/** The registry of a site's roles (WordPress: WP_Roles). */
export function createStoredRoles({ hooks, options }: { hooks: HookApi; options: OptionsApi }): StoredRoles {
  const readRoles = async (): Promise<Record<string, StoredRole>> => asRoles(await options.getOption(ROLES_OPTION));
  const save = async (roles: Record<string, StoredRole>): Promise<void> =>
    void (await options.updateOption(ROLES_OPTION, roles, true));
  const toRole = (name: string, role: StoredRole): Role => ({
    name,
    label: role.name,
    capabilities: role.capabilities,
  });

  async function changeRole(name: string, change: (role: StoredRole) => void): Promise<void> {
    const roles = await readRoles();
    const role = roles[name];
    if (!role) return;
    change(role);
    await save(roles);
  }

  return {
    async getRoles() {
      return Object.entries(await readRoles()).map(([name, role]) => toRole(name, role));
    },
    async getRole(name) {
      const role = (await readRoles())[name];
      return role ? toRole(name, role) : null;
    },
    async addRole(name, label, capabilities = {}) {
      const roles = await readRoles();
      if (name === '' || Object.hasOwn(roles, name)) return undefined;
      roles[name] = {
        name: label,
        capabilities: Array.isArray(capabilities)
          ? Object.fromEntries((capabilities as string[]).map((capability) => [capability, true]))
          : capabilities,
      };
      await save(roles);
      return toRole(name, roles[name]);
    },
    async removeRole(name) {
      const roles = await readRoles();
      if (!Object.hasOwn(roles, name)) return;
      delete roles[name];
      await save(roles);
      if ((await options.getOption('default_role')) === name) await options.updateOption('default_role', 'subscriber');
    },
    addRoleCap: (role, capability, grant = true) =>
      changeRole(role, (stored) => void (stored.capabilities[capability] = grant)),
    removeRoleCap: (role, capability) => changeRole(role, (stored) => void delete stored.capabilities[capability]),
    async roleHasCap(role, capability) {
      const storedRole = (await readRoles())[role];
      const capabilities = await hooks.applyFilters('role_has_cap', storedRole?.capabilities ?? {}, capability, role);
      return capabilities[capability] === true;
    },
    async populateRoles() {
      await save({ ...standardRoles, ...(await readRoles()) });
    },
  };
}

export function asRoles(option: unknown): Record<string, StoredRole> {
  return option && typeof option === 'object' && !Array.isArray(option) ? (option as Record<string, StoredRole>) : {};
}
