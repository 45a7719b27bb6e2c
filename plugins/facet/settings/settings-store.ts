import type { HostFunctions } from 'plinth';
import { defaultFacets } from './default-facets.js';
import type { Changes } from './check-settings.js';
import { DEFAULTS, type FacetSettings, type Settings } from './settings.js';
import type { Source } from './sources.js';

export const SETTINGS_OPTION = 'facet_settings';

/** The settings of the filter. @since 0.1.0 */
export interface SettingsStore {
  /** What was saved, and defaults for the rest. */
  read(sources: readonly Source[]): Promise<Settings>;
  /** Saves what changed; the rest stays. */
  save(changes: Changes): Promise<void>;
}

export function createSettingsStore(options: Pick<HostFunctions, 'getOption' | 'updateOption'>): SettingsStore {
  const stored = async (): Promise<Partial<Settings>> => {
    const value = await options.getOption<unknown>(SETTINGS_OPTION, {});
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Partial<Settings>) : {};
  };
  return {
    async read(sources) {
      const { facets, ...rest } = await stored();
      return { facets: facets ? listed(facets) : defaultFacets(sources), ...DEFAULTS, ...rest };
    },
    async save(changes) {
      await options.updateOption(SETTINGS_OPTION, { ...(await stored()), ...changes });
    },
  };
}

/** An empty list may come back as an empty object. */
function listed(facets: readonly FacetSettings[] | Readonly<Record<string, FacetSettings>>): readonly FacetSettings[] {
  return Object.values(facets);
}
