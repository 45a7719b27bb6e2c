import type { HostFunctions, PluginScope } from 'plinth';
import { defaultFacets } from './default-facets.js';
import { labelOf, toStoredLabels } from './facet-labels.js';
import type { Changes } from './check-settings.js';
import { DEFAULTS, type FacetSettings, type Settings } from './settings.js';
import type { Source } from './sources.js';

export const SETTINGS_OPTION = 'facet_settings';

/**
 * Store of the filter's settings.
 * @since 0.1.0
 */
export interface SettingsStore {
  /** Returns the saved settings with labels in the language of the request, and with defaults for the rest. */
  read(sources: readonly Source[]): Promise<Settings>;
  /** Saves the changes, and stores the previous settings for {@link SettingsStore.undo}. */
  save(changes: Changes, sources: readonly Source[]): Promise<void>;
  /**
   * Reverts the last change.
   * @returns whether there was one
   * @since 0.1.0
   */
  undo(): Promise<boolean>;
  /**
   * Returns the number of changes that can be reverted.
   * @since 0.1.0
   */
  undoCount(): Promise<number>;
}

/** Option with the settings before each of the last changes, oldest first. */
export const HISTORY_OPTION = 'facet_settings_before';
const MAX_HISTORY = 20;
/** Maximum total size of the history in characters; at least one change can always be reverted. */
const MAX_HISTORY_LENGTH = 400_000;

export function createSettingsStore(
  options: Pick<HostFunctions, 'getOption' | 'updateOption'> & {
    readonly db: Pick<PluginScope['db'], 'transaction'>;
    locale(): string;
  },
): SettingsStore {
  const readStored = async (): Promise<Partial<Settings>> => {
    const value = await options.getOption<unknown>(SETTINGS_OPTION, {});
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  };
  const readHistory = async (): Promise<readonly string[]> => {
    const value = await options.getOption<unknown>(HISTORY_OPTION, []);
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  };
  return {
    async read(sources) {
      const { facets, ...rest } = await readStored();
      const labeledFacets = toList(facets ?? []).map((facet) => ({
        ...facet,
        label: labelOf(facet, sources, options.locale()),
      }));
      return { facets: facets ? labeledFacets : defaultFacets(sources), ...DEFAULTS, ...rest };
    },
    async save({ facets, ...changes }, sources) {
      await options.db.transaction(async () => {
        const before = await readStored();
        await options.updateOption(
          HISTORY_OPTION,
          limitHistory([...(await readHistory()), JSON.stringify(before)]),
          false,
        );
        const storedFacets = toList(before.facets ?? []);
        const submittedFacets = facets?.map((facet) =>
          toStoredLabels(
            facet,
            storedFacets.find(({ slug }) => slug === facet.slug),
            sources,
            options.locale(),
          ),
        );
        await options.updateOption(SETTINGS_OPTION, {
          ...before,
          ...changes,
          ...(submittedFacets ? { facets: submittedFacets } : {}),
        });
      });
    },
    undo: () =>
      options.db.transaction(async () => {
        const entries = await readHistory();
        const last = entries.at(-1);
        if (last === undefined) return false;
        await options.updateOption(SETTINGS_OPTION, JSON.parse(last) as Partial<Settings>);
        await options.updateOption(HISTORY_OPTION, entries.slice(0, -1), false);
        return true;
      }),
    undoCount: async () => (await readHistory()).length,
  };
}

/** Returns the newest entries of the history that fit the limits. */
function limitHistory(entries: readonly string[]): readonly string[] {
  const newest = entries.slice(-MAX_HISTORY);
  while (newest.length > 1 && newest.reduce((sum, { length }) => sum + length, 0) > MAX_HISTORY_LENGTH) newest.shift();
  return newest;
}

/** Returns the facets as a list; an empty list may be stored as an empty object. */
function toList(facets: readonly FacetSettings[] | Readonly<Record<string, FacetSettings>>): readonly FacetSettings[] {
  return Object.values(facets);
}
