import type { PluginManifest, RolesApi } from '../../api/index.js';
import type { PluginNotes } from '../state/plugin-option.js';

/** A role or capability granted for a plugin. A grant that existed before does not belong to the plugin. */
export interface Grant {
  /** The role that was created, or that got the capability. */
  readonly role: string;
  /** The granted capability; empty for the role itself. */
  readonly capability: string;
  readonly wasThere: boolean;
}

/**
 * Grants roles and capabilities from plugins' manifests, each only once, so that a grant the owner revoked stays
 * revoked.
 */
export interface Grants {
  grant(manifest: PluginManifest): Promise<void>;
  /**
   * Revokes a plugin's grants; they are made again when the plugin returns.
   * @returns what was revoked, one line for each grant
   */
  revoke(id: string): Promise<string[]>;
}

/** @param notes each plugin's grants */
export function createGrants(roles: RolesApi, notes: PluginNotes<readonly Grant[]>): Grants {
  async function grantRole(role: string, label: string, capabilities: readonly string[]): Promise<Grant> {
    const wasThere = (await roles.getRole(role)) !== null;
    if (!wasThere)
      await roles.addRole(role, label, Object.fromEntries(capabilities.map((capability) => [capability, true])));
    return { role, capability: '', wasThere };
  }

  /** Grants a capability. A role that does not exist yet gets it once it has been created. */
  async function grantCapability(role: string, capability: string): Promise<Grant | undefined> {
    const found = await roles.getRole(role);
    if (!found) return undefined;
    const wasThere = capability in found.capabilities;
    if (!wasThere) await roles.addRoleCap(role, capability);
    return { role, capability, wasThere };
  }

  async function revokeGrant({ role, capability }: Grant): Promise<string | undefined> {
    const found = await roles.getRole(role);
    if (!found) return undefined;
    if (capability === '') {
      await roles.removeRole(role);
      return `role ${role}`;
    }
    if (!(capability in found.capabilities)) return undefined;
    await roles.removeRoleCap(role, capability);
    return `capability ${capability} of ${role}`;
  }

  return {
    async grant({ id, contributes }) {
      const before = (await notes.all())[id] ?? [];
      const grants: Grant[] = [...before];
      const isGranted = (role: string, capability: string): boolean =>
        before.some((one) => one.role === role && one.capability === capability);
      for (const [role, { label, capabilities }] of Object.entries(contributes.roles ?? {}))
        if (!isGranted(role, '')) grants.push(await grantRole(role, label, capabilities));
      for (const [capability, roleNames] of Object.entries(contributes.capabilities ?? {}))
        for (const role of roleNames) {
          const grant = isGranted(role, capability) ? undefined : await grantCapability(role, capability);
          if (grant) grants.push(grant);
        }
      if (grants.length > before.length) await notes.set(id, grants);
    },
    async revoke(id) {
      const grants = (await notes.all())[id];
      if (!grants) return [];
      const removed: string[] = [];
      for (const grant of grants.filter(({ wasThere }) => !wasThere).reverse()) {
        const line = await revokeGrant(grant);
        if (line !== undefined) removed.push(line);
      }
      await notes.set(id, undefined);
      return removed;
    },
  };
}
