import type { PluginScope } from 'plinth';
import type { Catalogue } from '../index/catalogue.js';
import type { FacetSources, OwnSource } from '../index/source-registry.js';
import { readVocabulary, type Vocabulary } from '../index/vocabulary.js';
import { type Facet, withDefaults } from '../settings/facet-types.js';
import type { Settings } from '../settings/settings.js';
import type { SettingsStore } from '../settings/settings-store.js';
import { ownSources, type Source, sourcesOf } from '../settings/sources.js';
import type { FacetTypes } from '../settings/type-registry.js';
import { hasNumber, numberOf } from './render-cache.js';
import type { ValueLists } from './value-names.js';
import type { WidgetContext } from './widget-context.js';

export interface FilterSettingsDeps {
  readonly scope: Pick<PluginScope, '__' | 'locale' | 'applyFilters' | 'hasFilter' | 'remember'>;
  readonly catalogue: () => Catalogue;
  readonly settings: () => SettingsStore;
  readonly types: () => FacetTypes;
  readonly ownSources: () => Pick<FacetSources, 'all'>;
}

/** What is made of a vocabulary in one language, for every page until the catalogue's names change. */
interface Words {
  readonly sources: readonly Source[];
  readonly lists: ValueLists;
}

/** What products can be filtered by, and what the owner has set of it. */
export interface FilterSettings {
  /** Every source that there is now. */
  sources(): Promise<readonly Source[]>;
  /** What is stored, with the filter `facet/settings` applied. */
  settings(): Promise<Settings>;
  /** The values of sources under a vocabulary, for all who read them. */
  listsOf(vocabulary: Vocabulary): ValueLists;
  /** The settings for sources that are in the index. @param own those of extensions */
  settingsFor(
    vocabulary: Vocabulary,
    own: readonly OwnSource[],
    draft: Settings | undefined,
    context: WidgetContext,
  ): Promise<{ readonly settings: Settings; readonly facets: readonly Facet[] }>;
}

export function createFilterSettings(deps: FilterSettingsDeps): FilterSettings {
  const { scope } = deps;
  const words = new WeakMap<Vocabulary, Words>();
  const lasting = new WeakMap<Settings, readonly Facet[]>();

  function wordsOf(vocabulary: Vocabulary): Words {
    const known = words.get(vocabulary) ?? { sources: sourcesOf(vocabulary, scope.__), lists: new Map() };
    words.set(vocabulary, known);
    return known;
  }

  async function stored(sources: readonly Source[]): Promise<Settings> {
    return scope.applyFilters<Settings>('facet/settings', await deps.settings().read(sources));
  }

  async function sources(): Promise<readonly Source[]> {
    return [
      ...sourcesOf(await readVocabulary(deps.catalogue()), scope.__),
      ...ownSources(deps.ownSources().all(), deps.types().all()),
    ];
  }

  /** While nobody else has a say in them, the same settings for as long as nothing of them is written, and with them the same facets. */
  async function lastingSettings(sources: readonly Source[]): Promise<Settings> {
    if (scope.hasFilter('facet/settings') || scope.hasFilter('facet/facets')) return stored(sources);
    const settings = await scope.remember(`facet:settings:${scope.locale()}:${numberOf(sources)}`, () =>
      deps.settings().read(sources),
    );
    numberOf(settings);
    return settings;
  }

  function facetsOf(settings: Settings, sources: readonly Source[]): readonly Facet[] {
    if (!hasNumber(settings)) return usable(settings, sources);
    const facets = lasting.get(settings) ?? usable(settings, sources).map((facet) => Object.freeze(facet));
    facets.forEach(numberOf);
    lasting.set(settings, facets);
    return facets;
  }

  /** A facet of a filter may know its type by name alone; one of no type is a list. */
  function complete(facet: Facet): Facet {
    if ((facet.kind as Facet['kind'] | undefined) !== undefined) return facet;
    const kind = deps.types().find(facet.type) ?? deps.types().find('checkbox');
    return kind ? withDefaults(facet, kind) : facet;
  }

  /** The stored facets that there is everything for: those whose type or source is gone are left out. */
  function usable(settings: Settings, sources: readonly Source[]): Facet[] {
    return settings.facets.flatMap((facet) => {
      const kind = deps.types().find(facet.type);
      const source = sources.find((one) => one.source === facet.source);
      return kind && source && kind.fits(source) ? [withDefaults(facet, kind)] : [];
    });
  }

  return {
    sources,
    settings: async () => stored(await sources()),
    listsOf: (vocabulary) => wordsOf(vocabulary).lists,
    async settingsFor(vocabulary, own, draft, context) {
      const known = wordsOf(vocabulary).sources;
      const all = own.length === 0 ? known : [...known, ...ownSources(own, deps.types().all())];
      const settings = draft ?? (await (own.length === 0 ? lastingSettings(all) : stored(all)));
      const facets = await scope.applyFilters<readonly Facet[]>('facet/facets', facetsOf(settings, all), context);
      return { settings, facets: facets.map(complete) };
    },
  };
}
