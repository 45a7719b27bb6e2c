import type { Undo } from '../../api/index.js';

/** Kinds of names that two plugins can both request; the entries of a registry have kinds of their own. */
export type NameKind =
  | 'page'
  | 'REST route'
  | 'command'
  | 'block'
  | 'shortcode'
  | 'post type'
  | 'taxonomy'
  | 'setting'
  | 'service'
  | 'image size'
  | 'widget'
  | 'post status'
  | 'meta key'
  | 'field'
  | 'job'
  | 'screen'
  | 'script'
  | 'style'
  | 'script module';

/** Which registration of a name is used: the first, the last, or each plugin's own. */
export type ConflictResolution = 'first' | 'last' | 'each';

/** A name requested by more than one plugin. */
export interface NameConflict {
  /** A `NameKind`, or the name a registry gives its entries. */
  readonly kind: string;
  readonly name: string;
  /** The plugins, in order of registration. */
  readonly plugins: readonly string[];
  readonly resolution: ConflictResolution;
}

/** The names registered by plugins on one site. */
export interface NameRegistry {
  /**
   * Records that a plugin uses a name until undone; repeated calls of the same plugin are no conflict.
   * @param dependencies the plugins it requires: replacing their services and shortcodes is no conflict
   */
  claim(kind: string, name: string, plugin: string, dependencies?: readonly string[]): Undo;
  /**
   * The same for a name that only one plugin can use. The first plugin's registration is made at once, that of another
   * plugin once all earlier ones are gone.
   * @param isRegistered whether the name is registered now; the first plugin may have unregistered it itself
   */
  claimExclusive(kind: NameKind, name: string, plugin: string, isRegistered: () => boolean, register: () => Undo): Undo;
  /** Returns the names of a kind that a plugin was the first to register. */
  namesOf(kind: string, plugin: string): string[];
  /** Returns the names that several plugins use now. */
  conflicts(): readonly NameConflict[];
}

interface Registration {
  readonly plugin: string;
  register(): Undo;
  undo?: Undo;
}

interface NameClaim {
  readonly kind: string;
  readonly name: string;
  /** Number of registrations by each plugin. */
  readonly holders: Map<string, number>;
  readonly registrations: Set<Registration>;
}

const RESOLUTIONS: Readonly<Record<string, ConflictResolution>> = {
  shortcode: 'last',
  service: 'last',
  script: 'each',
  style: 'each',
  'script module': 'each',
} satisfies Partial<Record<NameKind, ConflictResolution>>;

/** @param onConflict called once per plugin and name if another plugin was first */
export function createNameRegistry(onConflict: (double: NameConflict) => void): NameRegistry {
  const claims = new Map<string, NameClaim>();
  const keyOf = (kind: string, name: string): string => `${kind}\n${name}`;
  const resolutionOf = (kind: string): ConflictResolution => RESOLUTIONS[kind] ?? 'first';

  function getOrCreateClaim(kind: string, name: string): NameClaim {
    const claim = claims.get(keyOf(kind, name)) ?? {
      kind,
      name,
      holders: new Map<string, number>(),
      registrations: new Set<Registration>(),
    };
    claims.set(keyOf(kind, name), claim);
    return claim;
  }

  function claim(kind: string, name: string, plugin: string, dependencies: readonly string[] = []): Undo {
    const before = claims.get(keyOf(kind, name))?.holders;
    if (resolutionOf(kind) === 'last' && before && [...before.keys()].every((other) => dependencies.includes(other)))
      return () => undefined;
    const { holders } = getOrCreateClaim(kind, name);
    const isNew = !holders.has(plugin);
    holders.set(plugin, (holders.get(plugin) ?? 0) + 1);
    if (isNew && holders.size > 1) onConflict(toConflict(getOrCreateClaim(kind, name)));
    return () => {
      const remaining = (holders.get(plugin) ?? 1) - 1;
      if (remaining > 0) holders.set(plugin, remaining);
      else holders.delete(plugin);
      if (holders.size === 0) claims.delete(keyOf(kind, name));
    };
  }

  const toConflict = ({ kind, name, holders }: NameClaim): NameConflict => ({
    kind,
    name,
    plugins: [...holders.keys()],
    resolution: resolutionOf(kind),
  });

  return {
    claim,
    claimExclusive(kind, name, plugin, isRegistered, register) {
      const release = claim(kind, name, plugin);
      const nameClaim = getOrCreateClaim(kind, name);
      const registration: Registration = { plugin, register };
      nameClaim.registrations.add(registration);
      if (firstPlugin(nameClaim) === plugin || !isRegistered()) {
        try {
          registration.undo = register();
        } catch (error) {
          nameClaim.registrations.delete(registration);
          release();
          throw error;
        }
      }
      return () => {
        nameClaim.registrations.delete(registration);
        registration.undo?.();
        release();
        const next = firstPlugin(nameClaim);
        for (const other of nameClaim.registrations) if (other.plugin === next) other.undo ??= other.register();
      };
    },
    namesOf: (kind, plugin) =>
      [...claims.values()]
        .filter((candidate) => candidate.kind === kind && firstPlugin(candidate) === plugin)
        .map(({ name }) => name),
    conflicts: () => [...claims.values()].filter(({ holders }) => holders.size > 1).map(toConflict),
  };
}

function firstPlugin(claim: NameClaim | undefined): string | undefined {
  return claim?.holders.keys().next().value;
}
