import type { PluginScope } from 'plinth';
import type { Catalog } from '../index/catalog.js';
import type { FacetSources, CustomSource } from '../index/source-registry.js';
import { readVocabulary, type Vocabulary } from '../index/vocabulary.js';
import { type Facet, withDefaults } from '../settings/facet-types.js';
import type { Settings } from '../settings/settings.js';
import type { SettingsStore } from '../settings/settings-store.js';
import { customSourcesOf, type Source, sourcesOf, withDistinctLabels } from '../settings/sources.js';
import type { FacetTypes } from '../settings/type-registry.js';
import { assignCacheId, cacheIdOf, hasCacheId } from './render-cache.js';
import type { ValueLists } from './value-names.js';
import type { WidgetContext } from './widget-context.js';

export interface FilterSettingsDeps {
  readonly scope: Pick<PluginScope, '__' | 'locale' | 'applyFilters' | 'hasFilter' | 'cache'>;
  readonly catalog: () => Catalog;
  readonly settings: () => SettingsStore;
  readonly types: () => FacetTypes;
  readonly customSources: () => Pick<FacetSources, 'all'>;
}

/** Data derived from a vocabulary in one language, for every page until the catalog's names change. */
interface VocabularyData {
  readonly sources: readonly Source[];
  readonly lists: ValueLists;
}

/** The sources by which products can be filtered, and the owner's settings. */
export interface FilterSettings {
  /** Returns every existing source. */
  sources(): Promise<readonly Source[]>;
  /** Returns the stored settings, with the filter `facet/settings` applied. */
  settings(): Promise<Settings>;
  /** Returns the shared lists of values of the sources in a vocabulary. */
  getValueLists(vocabulary: Vocabulary): ValueLists;
  /**
   * Returns the settings for sources that are in the index.
   * @param customSources sources of extensions
   */
  settingsFor(
    vocabulary: Vocabulary,
    customSources: readonly CustomSource[],
    draft: Settings | undefined,
    context: WidgetContext,
  ): Promise<{ readonly settings: Settings; readonly facets: readonly Facet[] }>;
}

export function createFilterSettings(deps: FilterSettingsDeps): FilterSettings {
  const { scope } = deps;
  const vocabularyData = new WeakMap<Vocabulary, VocabularyData>();
  const cachedFacets = new WeakMap<Settings, readonly Facet[]>();

  function dataOf(vocabulary: Vocabulary): VocabularyData {
    const data = vocabularyData.get(vocabulary) ?? { sources: sourcesOf(vocabulary, scope.__), lists: new Map() };
    vocabularyData.set(vocabulary, data);
    return data;
  }

  async function readSettings(sources: readonly Source[]): Promise<Settings> {
    return scope.applyFilters<Settings>('facet/settings', await deps.settings().read(sources));
  }

  async function sources(): Promise<readonly Source[]> {
    return withDistinctLabels([
      ...sourcesOf(await readVocabulary(deps.catalog()), scope.__),
      ...customSourcesOf(deps.customSources().all(), deps.types().all()),
    ]);
  }

  /**
   * Returns the same settings object, and thus the same facets, until they are written, unless a filter may change
   * them.
   */
  async function readCachedSettings(sources: readonly Source[]): Promise<Settings> {
    if (scope.hasFilter('facet/settings') || scope.hasFilter('facet/facets')) return readSettings(sources);
    const settings = await scope.cache.get(`facet:settings:${scope.locale()}:${cacheIdOf(sources)}`, () =>
      deps.settings().read(sources),
    );
    assignCacheId(settings);
    return settings;
  }

  function facetsOf(settings: Settings, sources: readonly Source[]): readonly Facet[] {
    if (!hasCacheId(settings)) return usableFacets(settings, sources);
    const facets = cachedFacets.get(settings) ?? usableFacets(settings, sources).map((facet) => Object.freeze(facet));
    facets.forEach(assignCacheId);
    cachedFacets.set(settings, facets);
    return facets;
  }

  /**
   * Completes a facet returned by a filter, which may have its type by name only; one without a type becomes a checkbox list.
   */
  function complete(facet: Facet): Facet {
    if ((facet.kind as Facet['kind'] | undefined) !== undefined) return facet;
    const kind = deps.types().find(facet.type) ?? deps.types().find('checkbox');
    return kind ? withDefaults(facet, kind) : facet;
  }

  /** Returns the stored facets that can be shown, without those whose type or source is gone. */
  function usableFacets(settings: Settings, sources: readonly Source[]): Facet[] {
    return settings.facets.flatMap((facet) => {
      const kind = deps.types().find(facet.type);
      const source = sources.find((candidate) => candidate.source === facet.source);
      if (!kind || !source || !kind.supports(source)) return [];
      const { measure } = source;
      return [{ ...withDefaults(facet, kind), ...(measure ? { measure } : {}) }];
    });
  }

  return {
    sources,
    settings: async () => readSettings(await sources()),
    getValueLists: (vocabulary) => dataOf(vocabulary).lists,
    async settingsFor(vocabulary, customSources, draft, context) {
      const data = dataOf(vocabulary).sources;
      const all = customSources.length === 0 ? data : [...data, ...customSourcesOf(customSources, deps.types().all())];
      const settings = draft ?? (await (customSources.length === 0 ? readCachedSettings(all) : readSettings(all)));
      const facets = await scope.applyFilters<readonly Facet[]>('facet/facets', facetsOf(settings, all), context);
      return { settings, facets: facets.map(complete) };
    },
  };
}
