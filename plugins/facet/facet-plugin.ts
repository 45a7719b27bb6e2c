import type { PluginScope } from 'plinth';
import { type Container, createContainer } from './container.js';
import { createMemoryEngine } from './engine/memory-engine.js';
import type { Catalogue } from './index/catalogue.js';
import { createIndexCopies } from './index/index-copies.js';
import type { IndexTable } from './index/index-table.js';
import { createLiveIndex, indexMissing, type LiveIndex } from './index/live-index.js';
import { createLocalNames } from './index/local-names.js';
import { isUsable } from './index/rebuild.js';
import { createSqlEngine } from './index/sql-engine.js';
import { createStandIn } from './index/stand-in.js';
import { createSourceRegistry } from './index/source-registry.js';
import { readVocabulary, type Vocabulary } from './index/vocabulary.js';
import { createFigures } from './figures/figures.js';
import { createEngineChoice, type EngineChoice } from './server/engine-choice.js';
import { createMerchandising } from './merchandising/merchandising.js';
import { createRuleStore } from './merchandising/rule-store.js';
import { createLandingStore } from './pages/landing-store.js';
import { createListPages } from './pages/list-pages.js';
import { textSearch } from './search/text-index.js';
import { createRanking } from './settings/rankings.js';
import { createSearchWordsStore } from './settings/search-words.js';
import { createSettingsStore } from './settings/settings-store.js';
import { createTypeRegistry } from './settings/type-registry.js';
import { createUrls } from './url-state/spellings.js';
import { createCards } from './widget/cards.js';
import type { PageWords } from './widget/page-words.js';
import { createProductFilter } from './widget/product-filter.js';
import { createRenderer } from './widget/renderer.js';

/** What the action `facet/booted` passes. @since 0.1.0 */
export interface FacetPlugin {
  readonly version: string;
  /** The shared services; to be read as a value or called. */
  readonly container: Container & (() => Container);
}

/** The filter as it runs now. */
export interface RunningFilter {
  readonly container: () => Container;
  /** The index that is bound now. */
  readonly index: () => LiveIndex;
  readonly catalogue: () => Catalogue;
  /** Which engine answers, unless an extension bound its own. */
  readonly choice: EngineChoice;
  /** The names of terms in the language of the running request. */
  readonly vocabulary: () => Promise<Vocabulary>;
  /** Tells extensions that the services can be added to and replaced; called when the set of plugins is complete. */
  announce(): Promise<void>;
}

/** Services are resolved at each use, so what an extension binds later takes effect. */
export function createRunningFilter(scope: PluginScope, table: IndexTable): RunningFilter {
  const catalogue = (): Catalogue => scope.services.get('store.catalogue');
  const secondEngine = createSqlEngine({ db: scope.db, table });
  const standIn = createStandIn({
    table,
    catalogue,
    second: () => container.get('secondEngine'),
    empty: createMemoryEngine({ texts: textSearch }),
    log: scope.log,
  });
  const choice = createEngineChoice({
    options: scope,
    db: scope.db,
    log: scope.log,
    memory: () => createMemoryEngine({ texts: textSearch }),
    async tables(query, most) {
      const state = await table.state();
      if (!isUsable(state)) throw indexMissing();
      return state.products > most
        ? undefined
        : container
            .get('secondEngine')
            .query({ generation: state.generation, vocabulary: await readVocabulary(catalogue()) }, query);
    },
  });
  let announced = false;
  let settled = false;
  const types = createTypeRegistry(scope);
  const sources = createSourceRegistry({
    scope,
    settled: () => settled,
    async announce(productIds) {
      await table.announce(productIds);
      await scope.db.afterCommit(() => container.get('index').expire());
    },
  });
  const [ranking, urls, cards] = [createRanking(scope), createUrls(scope), createCards(scope)];
  const landings = createLandingStore(scope);
  const rules = createRuleStore(scope);
  const figures = createFigures(scope);
  const localNames = createLocalNames(catalogue, scope.locale);
  const vocabulary = async (): Promise<Vocabulary> => localNames((await container.get('index').fresh()).vocabulary);
  const index = createLiveIndex({
    db: scope.db,
    table,
    catalogue,
    engine: () => container.get('engine'),
    chooseEngine: choice.follow,
    log: scope.log,
    sources: sources.reader,
    copies: createIndexCopies(scope),
    names: () => scope.remember('facet:names', () => readVocabulary(catalogue())),
  });
  let container = withDefaults();

  /** With the site's name behind the title, as the host writes it. */
  async function completed(words: Promise<PageWords>): Promise<PageWords> {
    const { title, ...rest } = await words;
    return title === undefined ? rest : { ...rest, title: `${title} – ${await scope.siteName()}` };
  }

  function withDefaults(): Container {
    const made = createContainer();
    made.bind('engine', choice.current);
    made.singleton('secondEngine', () => secondEngine);
    made.singleton('index', () => index);
    made.singleton('settings', () => createSettingsStore(scope));
    made.singleton('searchWords', () => createSearchWordsStore(scope));
    made.singleton('renderer', () =>
      createRenderer({
        scope,
        catalogue,
        ranking: () => made.get('ranking'),
        urls: () => made.get('urls'),
        cards: () => made.get('cards'),
      }),
    );
    made.singleton('types', () => types);
    made.singleton('sources', () => sources);
    made.singleton('ranking', () => ranking);
    made.singleton('urls', () => urls);
    made.singleton('cards', () => cards);
    made.singleton('landings', () => landings);
    made.singleton('pages', () =>
      createListPages({
        scope,
        landings,
        vocabulary,
        renderer: () => made.get('renderer'),
        urls: () => made.get('urls'),
      }),
    );
    made.singleton('merchandising', () => createMerchandising({ rules, landings, freshUntil: scope.freshUntil }));
    made.singleton('figures', () => figures);
    made.singleton('filter', () =>
      createProductFilter({
        scope,
        catalogue,
        localNames,
        page: (data) => completed(made.get('pages').page(data)),
        index: () => made.get('index'),
        standIn: () => standIn,
        settings: () => made.get('settings'),
        searchWords: () => made.get('searchWords'),
        renderer: () => made.get('renderer'),
        types: () => made.get('types'),
        ownSources: () => made.get('sources'),
        ranking: () => made.get('ranking'),
        urls: () => made.get('urls'),
        placing: (list) => made.get('merchandising').placing(list),
        announced: () => scope.remember('facet:announced', async () => (await table.state())?.announced ?? 0),
      }),
    );
    return made;
  }

  return {
    container: () => container,
    index: () => container.get('index'),
    catalogue,
    choice,
    vocabulary,
    async announce() {
      // Another set of plugins starts from the defaults: what a plugin bound that is gone now must not stay.
      if (announced) container = withDefaults();
      announced = true;
      settled = false;
      types.reset();
      for (const registry of [sources, ranking, urls, cards]) registry.clear();
      const current = container;
      const plugin: FacetPlugin = { version: scope.plugin.version, container: Object.assign(() => current, current) };
      await scope.doAction('facet/booted', plugin);
      settled = true;
      container.get('index').expire();
    },
  };
}
