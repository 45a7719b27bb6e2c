import { currentContext } from '../../../core/context/index.js';
import { getPostTypeCapabilities } from '../../../core/content/types/index.js';
import type { DataSite } from './data-site.js';
import type { AreaFunctions } from './site-free.js';

/** Roles, capabilities and capability checks. */
export function capFunctions({ roles, options, meta, types, hooks }: DataSite): AreaFunctions {
  const recordedRole = (role: { name: string; capabilities: object } | null | undefined): unknown =>
    role ? { $role: role.name, capabilities: role.capabilities } : null;
  const of = (id: number) => roles.userCapabilities(id);
  return {
    ...(roles as unknown as AreaFunctions),
    get_option: options.getOption,
    update_option: options.updateOption,
    get_user_meta: meta.getUserMeta,
    get_role: async (name: string) => recordedRole(await roles.getRole(name)),
    add_role: async (name: string, label: string, capabilities?: Record<string, boolean>) =>
      recordedRole(await roles.addRole(name, label, capabilities)),
    register_post_type: (name: string, args: Record<string, unknown>) =>
      types.registerPostType(name, {
        capabilityType: args.capability_type as string | undefined,
        mapMetaCap: args.map_meta_cap as boolean | undefined,
        public: args.public as boolean | undefined,
      }),
    get_post_type_capabilities: getPostTypeCapabilities,
    '@role_caps': async (name: string) => (await roles.getRole(name))?.capabilities ?? null,
    '@role_names': async () => Object.fromEntries((await roles.getRoles()).map((role) => [role.name, role.label])),
    '@role_add_cap': (name: string, capability: string, grant = true) => roles.addRoleCap(name, capability, grant),
    '@role_remove_cap': (name: string, capability: string) => roles.removeRoleCap(name, capability),
    '@role_has_cap': (name: string, capability: string) => roles.roleHasCap(name, capability),
    '@user_add_cap': (id: number, capability: string, grant = true) => roles.addUserCap(id, capability, grant),
    '@user_remove_cap': (id: number, capability: string) => roles.removeUserCap(id, capability),
    '@user_remove_all_caps': (id: number) => roles.removeAllUserCaps(id),
    '@user_add_role': (id: number, role: string) => roles.addUserRole(id, role),
    '@user_remove_role': (id: number, role: string) => roles.removeUserRole(id, role),
    '@user_set_role': (id: number, role: string) => roles.setUserRole(id, role),
    '@user_roles': async (id: number) => (await of(id)).roles,
    '@user_caps': async (id: number) => (await of(id)).caps,
    '@user_allcaps': async (id: number) => (await of(id)).allcaps,
    // The stored user level, which WordPress keeps in addition to the roles.
    '@user_level': (id: number) => meta.getUserMeta(id, 'wp_user_level', true),
    is_user_logged_in: () => (currentContext()?.userId ?? 0) > 0,
    get_current_user_id: () => currentContext()?.userId ?? 0,
    '@as': (id: number) => {
      const context = currentContext();
      if (context) context.userId = id;
    },
    '@filter_cap': (capability: string, value: boolean) => {
      const change = (all: Record<string, boolean>): Record<string, boolean> => ({ ...all, [capability]: value });
      hooks.addFilter('user_has_cap', change, 10, 3);
    },
    '@filter_map_meta': (capability: string, to: string[]) => {
      const change = (caps: string[], requested: string): string[] => (requested === capability ? to : caps);
      hooks.addFilter('map_meta_cap', change, 10, 2);
    },
  };
}
