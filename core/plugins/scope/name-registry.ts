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

/** Whose registration is used under a name: the first, the last, or each plugin its own. */
export type NameUse = 'first' | 'last' | 'each';

/** A name requested by more than one plugin. */
export interface NameConflict {
  /** A `NameKind`, or the name a registry gives its entries. */
  readonly kind: string;
  readonly name: string;
  /** The plugins, in order of registration. */
  readonly plugins: readonly string[];
  readonly resolution: NameUse;
}

/** The names registered by plugins on one site. */
export interface NameRegistry {
  /**
   * Records that a plugin uses a name until undone; repeated calls of the same plugin are no conflict.
   * @param standsOn the plugins it requires: replacing their services and shortcodes is no conflict
   */
  claim(kind: string, name: string, plugin: string, standsOn?: readonly string[]): Undo;
  /**
   * The same for a name that only one plugin can use: the first plugin's registration is made, those of others once all
   * before them are gone.
   * @param isRegistered whether the name is registered now; the first plugin may have unregistered it itself
   */
  claimExclusive(kind: NameKind, name: string, plugin: string, isRegistered: () => boolean, register: () => Undo): Undo;
  /** Returns the names of a kind that a plugin was the first to register. */
  namesOf(kind: string, plugin: string): string[];
  /** Returns the names that several plugins use now. */
  conflicts(): readonly NameConflict[];
}

interface Held {
  readonly plugin: string;
  register(): Undo;
  undo?: Undo;
}

interface NameClaim {
  readonly kind: string;
  readonly name: string;
  /** Number of registrations by each plugin. */
  readonly holders: Map<string, number>;
  readonly registrations: Set<Held>;
}

const USE: Readonly<Record<string, NameUse>> = {
  shortcode: 'last',
  service: 'last',
  script: 'each',
  style: 'each',
  'script module': 'each',
} satisfies Partial<Record<NameKind, NameUse>>;

/** @param onDouble called once per plugin and name when another plugin was first */
export function createNameRegistry(onDouble: (double: NameConflict) => void): NameRegistry {
  const claims = new Map<string, NameClaim>();
  const keyOf = (kind: string, name: string): string => `${kind}\n${name}`;
  const useOf = (kind: string): NameUse => USE[kind] ?? 'first';

  function claimOf(kind: string, name: string): NameClaim {
    const claim = claims.get(keyOf(kind, name)) ?? {
      kind,
      name,
      holders: new Map<string, number>(),
      registrations: new Set<Held>(),
    };
    claims.set(keyOf(kind, name), claim);
    return claim;
  }

  function claim(kind: string, name: string, plugin: string, standsOn: readonly string[] = []): Undo {
    const before = claims.get(keyOf(kind, name))?.holders;
    if (useOf(kind) === 'last' && before && [...before.keys()].every((other) => standsOn.includes(other)))
      return () => undefined;
    const { holders } = claimOf(kind, name);
    const isNew = !holders.has(plugin);
    holders.set(plugin, (holders.get(plugin) ?? 0) + 1);
    if (isNew && holders.size > 1) onDouble(doubleOf(claimOf(kind, name)));
    return () => {
      const left = (holders.get(plugin) ?? 1) - 1;
      if (left > 0) holders.set(plugin, left);
      else holders.delete(plugin);
      if (holders.size === 0) claims.delete(keyOf(kind, name));
    };
  }

  const doubleOf = ({ kind, name, holders }: NameClaim): NameConflict => ({
    kind,
    name,
    plugins: [...holders.keys()],
    resolution: useOf(kind),
  });

  return {
    claim,
    claimExclusive(kind, name, plugin, isRegistered, register) {
      const release = claim(kind, name, plugin);
      const of = claimOf(kind, name);
      const registration: Held = { plugin, register };
      of.registrations.add(registration);
      if (firstOf(of) === plugin || !isRegistered()) {
        try {
          registration.undo = register();
        } catch (error) {
          of.registrations.delete(registration);
          release();
          throw error;
        }
      }
      return () => {
        of.registrations.delete(registration);
        registration.undo?.();
        release();
        const next = firstOf(of);
        for (const other of of.registrations) if (other.plugin === next) other.undo ??= other.register();
      };
    },
    namesOf: (kind, plugin) =>
      [...claims.values()].filter((one) => one.kind === kind && firstOf(one) === plugin).map(({ name }) => name),
    conflicts: () => [...claims.values()].filter(({ holders }) => holders.size > 1).map(doubleOf),
  };
}

function firstOf(claim: NameClaim | undefined): string | undefined {
  return claim?.holders.keys().next().value;
}
