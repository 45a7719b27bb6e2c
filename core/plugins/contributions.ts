import type { PluginManifest, RolesApi } from '../api/index.js';

/** Gives roles what a plugin's manifest says: its own roles, and its capabilities to roles that exist. Repeating it changes nothing. */
export async function grantContributions(roles: RolesApi, manifest: PluginManifest): Promise<void> {
  for (const [name, { label, capabilities }] of Object.entries(manifest.contributes.roles ?? {})) {
    const role = await roles.getRole(name);
    if (!role)
      await roles.addRole(name, label, Object.fromEntries(capabilities.map((capability) => [capability, true])));
  }
  for (const [capability, holders] of Object.entries(manifest.contributes.capabilities ?? {})) {
    for (const holder of holders) {
      const role = await roles.getRole(holder);
      // A capability that was taken away by hand (false) stays away.
      if (role && !(capability in role.capabilities)) await roles.addRoleCap(holder, capability);
    }
  }
}
