import { mapInOrder, type MaybePromise, type PluginScope } from 'plinth';
import type { RankedChoice } from '../engine/own-parts.js';
import type { Placing } from '../engine/placing.js';
import type { EngineAnswer, EngineQuery, Hit } from '../engine/types.js';
import type { Catalogue, ProductSummary } from '../index/catalogue.js';
import type { LiveIndex, Snapshot } from '../index/live-index.js';
import type { LocalNames } from '../index/local-names.js';
import type { StandIn } from '../index/stand-in.js';
import { createUpToDate } from '../index/up-to-date.js';
import { readVocabulary, type Vocabulary } from '../index/vocabulary.js';
import type { FacetSources } from '../index/source-registry.js';
import { type Facet, withDefaults } from '../settings/facet-types.js';
import type { FacetRanking } from '../settings/rankings.js';
import type { Settings } from '../settings/settings.js';
import type { SearchWordsStore } from '../settings/search-words.js';
import type { SettingsStore } from '../settings/settings-store.js';
import { ownSources, type Source, sourcesOf } from '../settings/sources.js';
import type { FacetTypes } from '../settings/type-registry.js';
import { type FilterState, goneValues, parseState, toParams } from '../url-state/filter-state.js';
import type { FacetUrls } from '../url-state/spellings.js';
import { parseFinds } from '../url-state/value-finds.js';
import type { FacetValues } from './facet-body.js';
import { appears, isForRoles } from './facet-conditions.js';
import { scopeOf, toEngineQuery } from './filter-query.js';
import { type Fragments, noteParts, partsOf } from './fragments.js';
import { meantWords } from './meant-words.js';
import { hasNumber, numberOf } from './numbered.js';
import { oncePerUserApart } from './once-per-user.js';
import type { PageWords } from './page-words.js';
import { joinCounts } from './joined-counts.js';
import type { Renderer } from './renderer.js';
import { shownValues } from './shown-values.js';
import { createValueNames, type ValueLists } from './value-names.js';
import { contextData, type WidgetContext } from './widget-context.js';
import type { Chip, WidgetData } from './widget-data.js';

/** The filter from the URL's variables to HTML. @since 0.1.0 */
export interface ProductFilter {
  /** The four fragments for the variables of a URL. @param told gets what was asked and found, whether it was known already or not, and the last change of the catalogue that the answer knows of */
  fragments(
    params: Readonly<Record<string, unknown>>,
    context: WidgetContext,
    told?: (list: ListAnswered, sequence: number) => void,
  ): Promise<Fragments>;
  /**
   * The whole widget, with its fragments in place.
   * @param told gets what it is made of, and whether the page that is asked for lies behind the last
   * @param draft settings that nobody saved, to look at
   */
  widget(
    params: Readonly<Record<string, unknown>>,
    context: WidgetContext,
    told?: (data: WidgetData, beyond: boolean) => void,
    draft?: Settings,
  ): Promise<string>;
  /** What is stored, with the filter `facet/settings` applied. */
  settings(): Promise<Settings>;
  /** The values of one facet under a choice, as `sf_find[<slug>]` narrows them down; undefined when it has none to look for. */
  values(
    slug: string,
    params: Readonly<Record<string, unknown>>,
    context: WidgetContext,
  ): Promise<FacetValues | undefined>;
  sources(): Promise<readonly Source[]>;
  /** The state that variables of a URL stand for, and what the engine is asked for it. */
  read(params: Readonly<Record<string, unknown>>, context: WidgetContext): Promise<Reading>;
}

/** Everything known about a request before it is answered. */
interface Reading
  extends Snapshot, Pick<WidgetData, 'settings' | 'facets' | 'shown' | 'names' | 'state' | 'finds' | 'gone'> {
  readonly query: EngineQuery;
}

/** A list that is asked for: where it stands, and what is chosen of it. @since 0.3.0 */
export interface ListAsked {
  readonly context: WidgetContext;
  readonly state: FilterState;
  readonly facets: readonly Facet[];
  readonly vocabulary: Pick<Vocabulary, 'terms' | 'lineage'>;
}

/** What was answered, as far as it can be counted. @since 0.3.0 */
export interface ListAnswered extends Pick<ListAsked, 'state' | 'facets'> {
  /** Products that match. */
  readonly found: number;
}

/** What is read beside the address. */
interface ReadingWish {
  readonly draft?: Settings;
  readonly instead?: () => Promise<Snapshot | undefined>;
}

interface ProductFilterDeps {
  readonly scope: Pick<
    PluginScope,
    | '__'
    | '_n'
    | 'locale'
    | 'applyFilters'
    | 'hasFilter'
    | 'remember'
    | 'doNotCache'
    | 'wpGetCurrentUser'
    | 'getCurrentUserId'
    | 'currentRequest'
  >;
  readonly catalogue: () => Catalogue;
  /** Names in the language of the request. */
  readonly localNames: LocalNames;
  readonly index: () => LiveIndex;
  readonly standIn: () => StandIn;
  readonly settings: () => SettingsStore;
  readonly searchWords: () => SearchWordsStore;
  readonly renderer: () => Renderer;
  readonly types: () => FacetTypes;
  readonly ownSources: () => Pick<FacetSources, 'all'>;
  readonly ranking: () => FacetRanking;
  readonly urls: () => FacetUrls;
  /** Where the owner puts products in a list. */
  placing(list: ListAsked): Promise<Placing | undefined>;
  /** What the page says of itself under the choice. */
  page(data: WidgetData): Promise<PageWords>;
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

  const ranking = (id: string, choice: RankedChoice) => deps.ranking().find(id, choice);

  const { localNames } = deps;
  const isUpToDate = createUpToDate({ scope, catalogue: deps.catalogue, announced: deps.announced });
  const words = new WeakMap<Vocabulary, Words>();
  const lasting = new WeakMap<Settings, readonly Facet[]>();

  function wordsOf(vocabulary: Vocabulary): Words {
    const known = words.get(vocabulary) ?? { sources: sourcesOf(vocabulary, scope.__), lists: new Map() };
    words.set(vocabulary, known);
    return known;
  }

  async function settingsFor(sources: readonly Source[]): Promise<Settings> {
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
    if (scope.hasFilter('facet/settings') || scope.hasFilter('facet/facets')) return settingsFor(sources);
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

  /** The roles of whoever asks; nobody is looked up where no facet minds. */
  async function rolesFor(facets: readonly Partial<Facet>[]): Promise<readonly string[]> {
    if (!facets.some(({ roles = [] }) => roles.length > 0)) return [];
    const user = await scope.wpGetCurrentUser();
    return user ? user.roles : [];
  }

  /**
   * @param draft settings that nobody saved
   * @param instead what to read from while the index is not there yet; refused when absent
   */
  async function read(
    given: Readonly<Record<string, unknown>>,
    context: WidgetContext,
    { draft, instead = async () => undefined }: ReadingWish = {},
  ): Promise<Reading> {
    const params = deps.urls().read(given);
    const loaded = await deps
      .index()
      .fresh()
      .catch(async (error: unknown) => {
        const stored = await instead();
        if (!stored) throw error;
        scope.doNotCache();
        return stored;
      });
    const snapshot = { ...loaded, vocabulary: await localNames(loaded.vocabulary) };
    if (!(await isUpToDate(snapshot))) scope.doNotCache();
    const { sources: known, lists } = wordsOf(snapshot.vocabulary);
    const own = deps
      .ownSources()
      .all()
      .filter(({ id }) => snapshot.own.has(id));
    const sources = own.length === 0 ? known : [...known, ...ownSources(own, deps.types().all())];
    const settings = draft ?? (await (own.length === 0 ? lastingSettings(sources) : settingsFor(sources)));
    const all = (await scope.applyFilters<readonly Facet[]>('facet/facets', facetsOf(settings, sources), context)).map(
      complete,
    );
    const roles = await rolesFor(all);
    const facets = all.filter((facet) => isForRoles(facet, roles));
    const place = {
      context,
      vocabulary: snapshot.vocabulary,
      engine: snapshot.engine,
      scope: scopeOf(context, snapshot.vocabulary),
    };
    const stands = await mapInOrder(
      facets,
      (facet) => (context.facets.length === 0 || context.facets.includes(facet.slug)) && appears(facet, place),
    );
    const shown = new Set(facets.flatMap(({ slug }, i) => (stands[i] ? [slug] : [])));
    const names = createValueNames(snapshot.vocabulary, snapshot.engine, scope, lists, own);
    const state = parseState(
      params,
      facets,
      (facet, value) => shownValues(facet, names).slug(value),
      deps
        .ranking()
        .all()
        .map(({ id }) => id),
    );
    const perPage = context.perPage || settings.per_page;
    const words = state.search === '' ? {} : { words: await deps.searchWords().read() };
    const placing = await deps.placing({ context, state, facets, vocabulary: snapshot.vocabulary });
    const query = await scope.applyFilters<EngineQuery>(
      'facet/query',
      {
        ...toEngineQuery({
          facets,
          shown,
          state,
          names,
          context,
          vocabulary: snapshot.vocabulary,
          perPage,
          ranking,
          scale,
        }),
        ...words,
        ...(placing ? { placing } : {}),
      },
      state,
      context,
    );
    return {
      ...snapshot,
      settings,
      facets,
      shown,
      names,
      state,
      gone: goneValues(params, facets, state),
      finds: parseFinds(
        params,
        facets.map(({ slug }) => slug),
      ),
      query,
    };
  }

  async function answer(
    reading: Reading,
    context: WidgetContext,
    told?: (data: WidgetData, beyond: boolean) => void,
  ): Promise<WidgetData> {
    const { query, facets, state, names } = reading;
    const ask = (asked: EngineQuery): Promise<EngineAnswer> => deps.standIn().answer(reading, asked);
    const found = await ask(query);
    const counts = await scope.applyFilters(
      'facet/counts',
      await joinCounts({ ask, query, counts: found.counts, facets, names }),
      query,
    );
    const prices = new Map(found.hits.map(({ id, price }) => [id, price]));
    const [ids, versions] = [found.hits.map(({ id }) => id), versionsOf(found.hits)];
    // Many choices lead to the same list; what somebody pays may be their own.
    const products = await oncePerUserApart(scope, 'products', [reading.sequence, ids, [...versions]], () =>
      deps.catalogue().summaries(ids, versions),
    );
    const priced = products.map((product) => pricedAs(product, prices.get(product.id)));
    const chips = found.found === 0 ? deps.renderer().chips({ facets, state, names, context, scale }) : [];
    const data: WidgetData = {
      settings: reading.settings,
      facets,
      shown: reading.shown,
      names,
      context,
      counts,
      scale,
      answer: found,
      state: { ...state, page: found.page },
      finds: reading.finds,
      gone: reading.gone,
      products: priced.every((product, i) => product === products[i]) ? products : priced,
      ways: await waysOut(chips, reading, context),
      // Whoever finds a page full of products has found the words, or what is near to them.
      ...(found.found < query.perPage
        ? { meant: await meantWords({ engine: reading.engine, query, catalogue: deps.catalogue() }) }
        : {}),
    };
    told?.(data, state.page > found.pages);
    return data;
  }

  /** A product stands in the list with the price it was put in order by, even where the catalogue has a newer one. */
  function pricedAs(product: ProductSummary, price: number | undefined): ProductSummary {
    if (price === undefined || price === product.price) return product;
    const digits = deps.catalogue().currencyDigits();
    return { ...product, price, priceText: (price / 10 ** digits).toFixed(digits) };
  }

  /** Single choices whose absence would find something, the most first. */
  async function waysOut(
    chips: readonly Chip[],
    { engine, facets, names, query, vocabulary }: Reading,
    context: WidgetContext,
  ): Promise<Chip[]> {
    const ways: (Chip & { readonly found: number })[] = [];
    for (const chip of chips)
      ways.push({
        ...chip,
        found: (
          await engine.query({
            ...toEngineQuery({
              facets,
              state: chip.without,
              names,
              context,
              vocabulary,
              perPage: query.perPage,
              ranking,
              scale,
            }),
            words: query.words,
            counts: [],
            bounds: [],
          })
        ).found,
      });
    return ways
      .filter(({ found }) => found > 0)
      .sort((a, b) => b.found - a.found)
      .slice(0, MAX_WAYS);
  }

  return {
    read: (params, context) => read(params, context),
    async fragments(params, context, told) {
      const { state, facets, shown, finds, gone, sequence, ownSequence } = await read(params, context, {
        instead: deps.standIn().snapshot,
      });
      // Whatever the address looked like: the same choice at the same place gets the same answer, as long as nothing of it changes.
      const key = JSON.stringify([
        scope.locale(),
        scope.getCurrentUserId(),
        sequence,
        ownSequence,
        toParams(state, facets),
        [...finds],
        gone,
        [...shown],
        contextData(context),
        deps.urls().any(),
      ]);
      const made = await scope.remember(`facet:fragments:${key}`, async () => {
        // Once more, for what is kept depends on all that this reads.
        const data = await answer(await read(params, context, { instead: deps.standIn().snapshot }), context);
        const fragments = await deps.renderer().fragments(data);
        if (context.leads === '') return fragments;
        const parts = partsOf(fragments);
        const withPage = { ...fragments, page: await deps.page(data) };
        return parts ? noteParts(withPage, parts) : withPage;
      });
      told?.({ state, facets, found: made.found }, sequence);
      return made;
    },
    async widget(params, context, told, draft) {
      const data = await answer(
        await read(params, context, { draft, instead: deps.standIn().snapshot }),
        context,
        told,
      );
      return deps.renderer().widget(data, await deps.renderer().fragments(data));
    },
    async values(slug, params, context) {
      const { engine, query: whole, facets, names, state, finds } = await read(params, context);
      const facet = facets.find((one) => one.slug === slug);
      if (!facet) return undefined;
      const query = {
        ...whole,
        page: 1,
        perPage: 1,
        counts: whole.counts.filter(({ key }) => key === slug),
        bounds: [],
      };
      const answer = await engine.query(query);
      const counts = await scope.applyFilters(
        'facet/counts',
        await joinCounts({
          ask: async (asked) => engine.query(asked),
          query,
          counts: answer.counts,
          facets: [facet],
          names,
        }),
        query,
      );
      return deps.renderer().values(facet, { names, context, counts, scale, answer, state, finds });
    },
    settings: async () => settingsFor(await sources()),
    sources,
  };
}
