import type { PluginScope, Undo } from 'plinth';

type Params = Readonly<Record<string, unknown>>;

/**
 * Another way to write what is chosen into addresses: `container.get('urls').register({ … })` in `facet/booted`.
 * The filter goes on understanding its own variables, which programs write; its script is told how the server spells what was chosen.
 * @since 0.2.0
 */
interface FacetSpelling {
  readonly id: string;
  /** Variables of an address as the filter knows them, `sf_<facet>` and so on; those that are none of its own stay as they are. */
  read(params: Params): Params;
  /** Variables of the filter, in their one order, as they are to stand in links. */
  write(
    params: readonly (readonly [name: string, value: string])[],
  ): readonly (readonly [name: string, value: string])[];
}

/** The spellings of extensions. @since 0.2.0 */
export interface FacetUrls {
  register(spelling: FacetSpelling): Undo;
  /** Whether there are any: the filter's own variables stand in addresses otherwise. */
  any(): boolean;
  /** As each of them reads it, one after the other. */
  read(params: Params): Params;
  write(params: [name: string, value: string][]): [name: string, value: string][];
}

export function createUrls(scope: Pick<PluginScope, 'createRegistry'>): FacetUrls & { clear(): void } {
  const registry = scope.createRegistry<FacetSpelling>({
    name: 'facet spelling',
    check: ({ read, write }) =>
      typeof read === 'function' && typeof write === 'function' ? '' : 'it needs read and write.',
  });
  return {
    register: (spelling) => registry.register(spelling),
    any: () => registry.entries().length > 0,
    clear: () => registry.clear(),
    read: (params) =>
      registry.entries().reduce((read, entry) => {
        const said: unknown = registry.askNow<unknown>(entry, (spelling) => spelling.read(read), read);
        return typeof said === 'object' && said !== null ? (said as Params) : read;
      }, params),
    // The last that reads is the first that writes.
    write: (params) =>
      [...registry.entries()]
        .reverse()
        .reduce(
          (written, entry) =>
            registry.askNow(
              entry,
              (spelling) =>
                spelling.write(written).map(([name, value]): [string, string] => [String(name), String(value)]),
              written,
            ),
          params,
        ),
  };
}
