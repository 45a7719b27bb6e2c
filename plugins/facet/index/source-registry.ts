import type { OwnRegistry, PageText, PluginScope, Undo } from 'plinth';
import { PlinthError } from 'plinth';
import type { ProductRecord } from './catalog.js';
import { cleanValue } from './clean-value.js';
import type { FacetSource, SourceReader, SourceValue } from './facet-source.js';

/**
 * The registered sources of extensions.
 * @since 0.1.0
 */
export interface FacetSources {
  /**
   * Registers a source while the registering plugin runs; products are queried in the background after the next
   * request.
   */
  register(source: FacetSource): Undo;
  /**
   * Announces that products have other values under a source; without ids, all products may. Every node follows within
   * a second.
   */
  invalidate(source: string, productIds?: readonly number[]): Promise<void>;
  /** Returns all sources in the order of registration. */
  all(): readonly CustomSource[];
}

/** A source of an extension in the form that settings and widgets use. */
export interface CustomSource extends Pick<FacetSource, 'id' | 'kind' | 'suggestedType'> {
  readonly label: string;
  getLabel(value: string): string;
}

interface SourceRegistryDeps {
  readonly scope: Pick<PluginScope, 'createRegistry'>;
  /** Whether every plugin has registered its sources. */
  isComplete(): boolean;
  /** Records that values of products changed; 0 means all products. */
  announce(productIds: readonly number[]): Promise<void>;
  readonly now?: () => number;
}

/** Ids of the built-in sources. */
const RESERVED_IDS: readonly string[] = ['price', 'stock', 'on_sale', 'rating', 'search'];
/** Maximum time of a source for a batch of 100 products, in milliseconds. */
const BUDGET_MS = 20_000;
/** Time before a source that failed for all products is queried again, in milliseconds. */
const RETRY_AFTER_MS = 600_000;
const MAX_LISTED_PRODUCTS = 1000;

export interface SourceRegistry extends FacetSources {
  readonly reader: SourceReader;
  clear(): void;
}

export function createSourceRegistry({
  scope,
  isComplete,
  announce,
  now = Date.now,
}: SourceRegistryDeps): SourceRegistry {
  const registry: OwnRegistry<FacetSource> = scope.createRegistry<FacetSource>({
    name: 'facet source',
    check: validateSource,
    timeoutMs: BUDGET_MS,
  });
  type Entry = ReturnType<typeof registry.entries>[number];
  const failedAt = new WeakMap<Entry, number>();
  const signature = ({ value }: Entry): string => `${value.id}@${value.version ?? 1}`;

  async function readSource(
    entry: Entry,
    products: readonly ProductRecord[],
  ): Promise<ReadonlyMap<number, SourceValue> | undefined> {
    const read = async (source: FacetSource): Promise<ReadonlyMap<number, SourceValue>> => {
      const rawValues = source.getValues
        ? await source.getValues(products)
        : new Map(products.map((product) => [product.id, source.getValue?.(product)]));
      return new Map(
        products.flatMap(({ id }) => {
          const value = cleanValue(rawValues.get(id));
          return value === undefined ? [] : [[id, value] as const];
        }),
      );
    };
    return registry.call<ReadonlyMap<number, SourceValue> | undefined>(entry, read, undefined);
  }

  return {
    register: (source) => registry.register(source),
    clear: () => registry.clear(),
    all: () =>
      registry.entries().map((entry) => ({
        id: entry.id,
        kind: entry.value.kind,
        suggestedType: entry.value.suggestedType,
        label: registry.callSync(entry, ({ label }) => textOf(label), entry.id),
        getLabel: (value) =>
          entry.value.getLabel
            ? registry.callSync(entry, (source) => String(source.getLabel?.(value) ?? value), value)
            : value,
      })),
    async invalidate(source, productIds = [0]) {
      if (!registry.find(source))
        throw new PlinthError('facet_source_not_found', `The facet source "${source}" is not registered.`, {
          hint: 'Register it in the action facet/booted.',
        });
      if (productIds.length > 0)
        await announce(productIds.length > MAX_LISTED_PRODUCTS ? [0] : [...new Set(productIds)]);
    },
    reader: {
      listRegistered: () => (isComplete() ? new Set(registry.entries().map(signature)) : undefined),
      listSuspended: () =>
        new Set(
          registry
            .entries()
            .filter((entry) => now() - (failedAt.get(entry) ?? -Infinity) < RETRY_AFTER_MS)
            .map(signature),
        ),
      rest(failed) {
        for (const entry of registry.entries()) if (failed.has(signature(entry))) failedAt.set(entry, now());
      },
      async read(products, only) {
        const values = new Map<number, Record<string, SourceValue>>();
        const failed = new Set<string>();
        const entries = registry.entries().filter((entry) => !only || only.has(signature(entry)));
        for (const entry of entries) {
          const entryValues = await readSource(entry, products);
          if (!entryValues) failed.add(signature(entry));
          for (const [id, value] of entryValues ?? []) values.set(id, { ...values.get(id), [entry.id]: value });
        }
        return { values, queried: new Set(entries.map(signature)), failed };
      },
    },
  };
}

function validateSource({ id, label, kind, version = 1, getValue, getValues }: FacetSource): string {
  if (RESERVED_IDS.includes(id)) return `"${id}" is a built-in facet source.`;
  if (typeof label !== 'string' && typeof label !== 'function') return 'its label must be a string or a function.';
  if (typeof kind !== 'string' || kind === '') return 'its kind must be a non-empty string.';
  if (!Number.isInteger(version)) return 'its version must be an integer.';
  return typeof getValue === 'function' || typeof getValues === 'function'
    ? ''
    : 'it must have a getValue or getValues function.';
}

export const textOf = (text: PageText): string => String(typeof text === 'function' ? text() : text);
