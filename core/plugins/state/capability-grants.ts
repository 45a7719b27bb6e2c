import type { PluginManifest, RolesApi } from '../../api/index.js';
import type { PluginNotes } from './plugin-option.js';

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
  /** Records a role or capability that the plugin's code added, so that it is deleted with the plugin's data. */
  note(id: string, role: string, capability?: string): Promise<void>;
  /** Returns what {@link revoke} would revoke, one line for each grant. */
  list(id: string): Promise<string[]>;
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

  /** Returns a plugin's grants that are still in place, in the reverse order. */
  async function currentGrants(id: string): Promise<Grant[]> {
    const current: Grant[] = [];
    for (const grant of (await notes.all())[id] ?? []) {
      const found = grant.wasThere ? null : await roles.getRole(grant.role);
      if (found && (grant.capability === '' || grant.capability in found.capabilities)) current.unshift(grant);
    }
    return current;
  }

  return {
    async grant({ id, contributes }) {
      const before = (await notes.all())[id] ?? [];
      const grants: Grant[] = [...before];
      const isGranted = (role: string, capability: string): boolean =>
        before.some((grant) => grant.role === role && grant.capability === capability);
      for (const [role, { label, capabilities }] of Object.entries(contributes.roles ?? {}))
        if (!isGranted(role, '')) grants.push(await grantRole(role, label, capabilities));
      for (const [capability, roleNames] of Object.entries(contributes.capabilities ?? {}))
        for (const role of roleNames) {
          const grant = isGranted(role, capability) ? undefined : await grantCapability(role, capability);
          if (grant) grants.push(grant);
        }
      if (grants.length > before.length) await notes.set(id, grants);
    },
    async note(id, role, capability = '') {
      const before = (await notes.all())[id] ?? [];
      if (before.some((grant) => grant.role === role && grant.capability === capability && !grant.wasThere)) return;
      await notes.set(id, [...before, { role, capability, wasThere: false }]);
    },
    list: async (id) => (await currentGrants(id)).map(describeGrant),
    async revoke(id) {
      const current = await currentGrants(id);
      for (const { role, capability } of current)
        await (capability === '' ? roles.removeRole(role) : roles.removeRoleCap(role, capability));
      if (id in (await notes.all())) await notes.set(id, undefined);
      return current.map(describeGrant);
    },
  };
}

const describeGrant = ({ role, capability }: Grant): string =>
  capability === '' ? `role ${role}` : `capability ${capability} of ${role}`;
