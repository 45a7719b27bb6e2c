import type { PluginScope, Undo } from 'plinth';

type Params = Readonly<Record<string, unknown>>;

/**
 * A custom URL format for selections: `container.get('urls').register({ … })` in `facet/booted`.
 * The filter still understands its own variables, which API clients use; the server sends the script the URLs of
 * selections.
 * @since 0.1.0
 */
interface UrlFormat {
  readonly id: string;
  /** Converts the variables of a URL to the filter's own ones, `sf_<facet>` and so on; others are passed through. */
  read(params: Params): Params;
  /** Converts the filter's variables, in canonical order, to those of links. */
  write(
    params: readonly (readonly [name: string, value: string])[],
  ): readonly (readonly [name: string, value: string])[];
}

/**
 * The URL formats of extensions.
 * @since 0.1.0
 */
export interface FacetUrls {
  register(spelling: UrlFormat): Undo;
  /** Whether there are any; otherwise URLs have the filter's own variables. */
  any(): boolean;
  /** Applies the `read` function of each format in turn. */
  read(params: Params): Params;
  write(params: [name: string, value: string][]): [name: string, value: string][];
}

export function createUrls(scope: Pick<PluginScope, 'createRegistry'>): FacetUrls & { clear(): void } {
  const registry = scope.createRegistry<UrlFormat>({
    name: 'facet spelling',
    check: ({ read, write }) =>
      typeof read === 'function' && typeof write === 'function' ? '' : 'it must have read and write functions.',
  });
  return {
    register: (spelling) => registry.register(spelling),
    any: () => registry.entries().length > 0,
    clear: () => registry.clear(),
    read: (params) =>
      registry.entries().reduce((read, entry) => {
        const parsedParams: unknown = registry.callSync<unknown>(entry, (spelling) => spelling.read(read), read);
        return typeof parsedParams === 'object' && parsedParams !== null ? (parsedParams as Params) : read;
      }, params),
    // Formats are applied in the reverse order of reading.
    write: (params) =>
      [...registry.entries()]
        .reverse()
        .reduce(
          (written, entry) =>
            registry.callSync(
              entry,
              (spelling) =>
                spelling.write(written).map(([name, value]): [string, string] => [String(name), String(value)]),
              written,
            ),
          params,
        ),
  };
}
