/** A declared hook: its entry in the hook catalog and its guard at run time. */
export interface HookDeclaration {
  readonly name: string;
  readonly kind: 'filter' | 'action';
  /** The plugin that fires the hook; empty for the host. */
  readonly owner: string;
  readonly since: string;
  /** One sentence for the hook catalog. */
  readonly summary: string;
  /** The arguments in order, as `name: description`. */
  readonly args: readonly string[];
  /**
   * Whether a plugin's return value has the right shape; a wrong value is dropped and reported. Undefined means
   * undecided: then the type of the value decides.
   */
  readonly check?: (value: unknown) => boolean | undefined;
  /**
   * Whether the hook protects the shopper (consent, permission, price): a callback that fails then stops the operation
   * instead of being skipped.
   */
  readonly failClosed?: boolean;
  /**
   * The entity that this hook produces or shows, such as `prices`: a plugin that protects it is not skipped here when
   * it fails.
   */
  readonly feature?: string;
}

/** The hooks declared on one site. */
export interface Declarations {
  declare(declaration: HookDeclaration): () => void;
  get(name: string): HookDeclaration | undefined;
  all(): HookDeclaration[];
}

/** @param changed called with a hook's declaration each time it changes */
export function createDeclarations(
  changed: (name: string, declared: HookDeclaration | undefined) => void,
): Declarations {
  const byName = new Map<string, HookDeclaration>();
  return {
    declare(declaration) {
      const { name } = declaration;
      byName.set(name, declaration);
      changed(name, declaration);
      return () => {
        if (byName.get(name) !== declaration) return;
        byName.delete(name);
        changed(name, undefined);
      };
    },
    get: (name) => byName.get(name),
    all: () => [...byName.values()].sort((a, b) => a.name.localeCompare(b.name)),
  };
}
