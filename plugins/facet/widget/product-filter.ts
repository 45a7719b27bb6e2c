import type { MaybePromise, PluginScope } from 'plinth';
import type { EngineQuery, Hit } from '../engine/types.js';
import type { Catalogue, ProductSummary } from '../index/catalogue.js';
import type { LiveIndex, Snapshot } from '../index/live-index.js';
import { createLocalNames } from '../index/local-names.js';
import { createUpToDate } from '../index/up-to-date.js';
import { readVocabulary, type Vocabulary } from '../index/vocabulary.js';
import type { FacetSources } from '../index/source-registry.js';
import { type Facet, withDefaults } from '../settings/facet-types.js';
import type { FacetRanking } from '../settings/rankings.js';
import type { Settings } from '../settings/settings.js';
import type { SettingsStore } from '../settings/settings-store.js';
import { ownSources, type Source, sourcesOf } from '../settings/sources.js';
import type { FacetTypes } from '../settings/type-registry.js';
import { parseState, toParams } from '../url-state/filter-state.js';
import type { FacetUrls } from '../url-state/spellings.js';
import { parseFinds } from '../url-state/value-finds.js';
import type { FacetValues } from './facet-body.js';
import { toEngineQuery } from './filter-query.js';
import type { Fragments, Renderer } from './renderer.js';
import { createValueNames, type ValueLists } from './value-names.js';
import { contextData, type WidgetContext } from './widget-context.js';
import type { Chip, WidgetData } from './widget-data.js';

/** The filter from the URL's variables to HTML. @since 0.1.0 */
export interface ProductFilter {
  /** The four fragments for the variables of a URL. */
  fragments(params: Readonly<Record<string, unknown>>, context: WidgetContext): Promise<Fragments>;
  /**
   * The whole widget, with its fragments in place.
   * @param beyond is told whether the page that is asked for lies behind the last
   */
  widget(params: Readonly<Record<string, unknown>>, context: WidgetContext, beyond?: (is: boolean) => void): Promise<string>;
  /** What is stored, with the filter `facet/settings` applied. */
  settings(): Promise<Settings>;
  /** The values of one facet under a choice, as `sf_find[<slug>]` narrows them down; undefined when it has none to look for. */
  values(slug: string, params: Readonly<Record<string, unknown>>, context: WidgetContext): Promise<FacetValues | undefined>;
  sources(): Promise<readonly Source[]>;
  /** The state that variables of a URL stand for, and what the engine is asked for it. */
  read(params: Readonly<Record<string, unknown>>, context: WidgetContext): Promise<Reading>;
}

/** Everything known about a request before it is answered. */
interface Reading extends Snapshot, Pick<WidgetData, 'settings' | 'facets' | 'shown' | 'names' | 'state' | 'finds'> {
  readonly query: EngineQuery;
}

interface ProductFilterDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'locale' | 'applyFilters' | 'remember' | 'doNotCache'>;
  readonly catalogue: () => Catalogue;
  readonly index: () => LiveIndex;
  readonly settings: () => SettingsStore;
  readonly renderer: () => Renderer;
  readonly types: () => FacetTypes;
  readonly ownSources: () => Pick<FacetSources, 'all'>;
  readonly ranking: () => FacetRanking;
  readonly urls: () => FacetUrls;
  /** The last change that extensions announced of their sources. */
  announced(): MaybePromise<number>;
}

/** What is made of a vocabulary in one language, for every page until the catalogue's names change. */
interface Words {
  readonly sources: readonly Source[];
  readonly lists: ValueLists;
}

/** The versions that were told from their siblings, by product. */
export function versionsOf(hits: readonly Hit[]): ReadonlyMap<number, readonly number[]> {
  return new Map(hits.flatMap(({ id, versions }) => (versions ? [[id, versions] as const] : [])));
}

/** Ways out of an empty result that are offered at most. */
const MAX_WAYS = 6;

export function createProductFilter(deps: ProductFilterDeps): ProductFilter {
  const { scope } = deps;
  const scale = (source: string): number => (source === 'price' ? 10 ** deps.catalogue().currencyDigits() : 1);

  const ranking = (id: string) => deps.ranking().find(id);

  const localNames = createLocalNames(deps.catalogue, scope.locale);
  const isUpToDate = createUpToDate({ scope, catalogue: deps.catalogue, announced: deps.announced });
  const words = new WeakMap<Vocabulary, Words>();

  function wordsOf(vocabulary: Vocabulary): Words {
    const known = words.get(vocabulary) ?? { sources: sourcesOf(vocabulary, scope.__), lists: new Map() };
    words.set(vocabulary, known);
    return known;
  }

  async function settingsFor(sources: readonly Source[]): Promise<Settings> {
    return scope.applyFilters<Settings>('facet/settings', await deps.settings().read(sources));
  }

  async function sources(): Promise<readonly Source[]> {
    return [...sourcesOf(await readVocabulary(deps.catalogue()), scope.__), ...ownSources(deps.ownSources().all(), deps.types().all())];
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

  async function read(given: Readonly<Record<string, unknown>>, context: WidgetContext): Promise<Reading> {
    const params = deps.urls().read(given);
    const loaded = await deps.index().fresh();
    const snapshot = { ...loaded, vocabulary: await localNames(loaded.vocabulary) };
    if (!(await isUpToDate(snapshot))) scope.doNotCache();
    const { sources: known, lists } = wordsOf(snapshot.vocabulary);
    const own = deps.ownSources().all().filter(({ id }) => snapshot.own.has(id));
    const sources = own.length === 0 ? known : [...known, ...ownSources(own, deps.types().all())];
    const settings = await settingsFor(sources);
    const facets = (await scope.applyFilters<readonly Facet[]>('facet/facets', usable(settings, sources), context)).map(complete);
    const shown = new Set(facets.flatMap(({ slug }) => (context.facets.length === 0 || context.facets.includes(slug) ? [slug] : [])));
    const names = createValueNames(snapshot.vocabulary, snapshot.engine, scope, lists, own);
    const state = parseState(params, facets, (facet, value) => names.keys(facet.source, value).length > 0, deps.ranking().all().map(({ id }) => id));
    const perPage = context.perPage || settings.per_page;
    const query = await scope.applyFilters<EngineQuery>('facet/query', toEngineQuery({ facets, shown, state, names, category: context.category, perPage, ranking, scale }), state, context);
    return { ...snapshot, settings, facets, shown, names, state, finds: parseFinds(params, facets.map(({ slug }) => slug)), query };
  }

  async function answer(params: Readonly<Record<string, unknown>>, context: WidgetContext, beyond?: (is: boolean) => void): Promise<WidgetData> {
    const reading = await read(params, context);
    const { engine, query, facets, state, names } = reading;
    const found = engine.query(query);
    beyond?.(state.page > found.pages);
    const counts = await scope.applyFilters('facet/counts', found.counts, query);
    const prices = new Map(found.hits.map(({ id, price }) => [id, price]));
    const products = await deps.catalogue().summaries(found.hits.map(({ id }) => id), versionsOf(found.hits));
    const chips = found.found === 0 ? deps.renderer().chips({ facets, state, names, context, scale }) : [];
    return {
      settings: reading.settings, facets, shown: reading.shown, names, context, counts, scale,
      answer: found,
      state: { ...state, page: found.page },
      finds: reading.finds,
      products: products.map((product) => pricedAs(product, prices.get(product.id))),
      ways: waysOut(chips, reading, context),
    };
  }

  /** A product stands in the list with the price it was put in order by, even where the catalogue has a newer one. */
  function pricedAs(product: ProductSummary, price: number | undefined): ProductSummary {
    if (price === undefined || price === product.price) return product;
    const digits = deps.catalogue().currencyDigits();
    return { ...product, price, priceText: (price / 10 ** digits).toFixed(digits) };
  }

  /** Single choices whose absence would find something, the most first. */
  function waysOut(chips: readonly Chip[], { engine, facets, names, query }: Reading, { category }: WidgetContext): Chip[] {
    return chips
      .map((chip) => ({ ...chip, found: engine.query({ ...toEngineQuery({ facets, state: chip.without, names, category, perPage: query.perPage, ranking, scale }), counts: [], bounds: [] }).found }))
      .filter(({ found }) => found > 0)
      .sort((a, b) => b.found - a.found)
      .slice(0, MAX_WAYS);
  }

  return {
    read,
    async fragments(params, context) {
      const { state, facets, finds, sequence, ownSequence } = await read(params, context);
      // Whatever the address looked like: the same choice at the same place gets the same answer, as long as nothing of it changes.
      const key = JSON.stringify([scope.locale(), sequence, ownSequence, toParams(state, facets), [...finds], contextData(context)]);
      return scope.remember(`facet:fragments:${key}`, async () => deps.renderer().fragments(await answer(params, context)));
    },
    async widget(params, context, beyond) {
      const data = await answer(params, context, beyond);
      return deps.renderer().widget(data, await deps.renderer().fragments(data));
    },
    async values(slug, params, context) {
      const { engine, query: whole, facets, names, state, finds } = await read(params, context);
      const facet = facets.find((one) => one.slug === slug);
      if (!facet) return undefined;
      const query = { ...whole, page: 1, perPage: 1, counts: whole.counts.filter(({ key }) => key === slug), bounds: [] };
      const answer = engine.query(query);
      const counts = await scope.applyFilters('facet/counts', answer.counts, query);
      return deps.renderer().values(facet, { names, context, counts, scale, answer, state, finds });
    },
    settings: async () => settingsFor(await sources()),
    sources,
  };
}
