/** What is known of a hook that somebody declared: the catalogue's entry and the guard at run time. */
export interface HookDeclaration {
  readonly name: string;
  readonly kind: 'filter' | 'action';
  /** The plugin that fires it; empty for the host. */
  readonly owner: string;
  readonly since: string;
  /** One sentence for the catalogue. */
  readonly summary: string;
  /** The arguments in order, as `name: what it is`. */
  readonly args: readonly string[];
  /** Whether a plugin's answer has the right shape; a wrong one is dropped and reported. One that cannot say leaves it to the kind of the value. */
  readonly check?: (value: unknown) => boolean | undefined;
  /** Protects the shopper (consent, permission, price): a callback that fails stops the operation instead of being skipped. */
  readonly failClosed?: boolean;
  /** The thing this hook makes or shows, such as `prices`: here a plugin that protects it is not passed over when it fails. */
  readonly thing?: string;
}

/** The hooks declared on one site. */
export interface Declarations {
  declare(declaration: HookDeclaration): () => void;
  get(name: string): HookDeclaration | undefined;
  all(): HookDeclaration[];
}

/** @param changed told of a hook's declaration each time it is another one */
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
