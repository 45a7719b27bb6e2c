import type { PluginScope } from 'plinth';
import type { Container } from './container.js';
import { createDefaultServices } from './default-services.js';
import { createMemoryEngine } from './engine/memory-engine.js';
import type { Catalog } from './index/catalog.js';
import { createIndexCopies } from './index/index-copies.js';
import type { IndexTable } from './index/index-table.js';
import { createLiveIndex, type LiveIndex } from './index/live-index.js';
import { indexMissing } from './index/loaded.js';
import { createShowsNetPrices } from './index/price-display.js';
import { isUsable } from './index/rebuild.js';
import { createSqlEngine } from './index/sql-engine.js';
import { createFallback } from './index/fallback.js';
import { createSourceRegistry } from './index/source-registry.js';
import { createLocalNames, readVocabulary, type Vocabulary } from './index/vocabulary.js';
import { createAnalytics } from './analytics/analytics.js';
import { createEngineChoice, type EngineChoice } from './server/engine-choice.js';
import { createRuleStore } from './merchandising/rule-store.js';
import { createLandingStore } from './pages/landing-store.js';
import { textSearch } from './search/text-index.js';
import { createRanking } from './settings/rankings.js';
import { createTypeRegistry } from './settings/type-registry.js';
import { createUrls } from './url-state/spellings.js';
import { createCards } from './widget/cards.js';

/**
 * Payload of the action `facet/booted`.
 * @since 0.1.0
 */
export interface FacetPlugin {
  readonly version: string;
  /** The shared services; usable as a value or called as a function. */
  readonly container: Container & (() => Container);
}

/** The running filter. */
export interface RunningFilter {
  readonly container: () => Container;
  /** Returns the currently bound index. */
  readonly index: () => LiveIndex;
  readonly catalog: () => Catalog;
  /** The choice of the engine, unless an extension bound its own. */
  readonly engineChoice: EngineChoice;
  /** Returns the names of terms in the language of the current request. */
  readonly vocabulary: () => Promise<Vocabulary>;
  /** Announces to extensions that services can be added and replaced; called once the set of plugins is complete. */
  announce(): Promise<void>;
}

/** Creates the running filter. Services are resolved at each use, so that later bindings of extensions take effect. */
export function createRunningFilter(scope: PluginScope, table: IndexTable): RunningFilter {
  const catalog = (): Catalog => scope.services.get('store.catalog');
  const secondEngine = createSqlEngine({ db: scope.db, table });
  const standIn = createFallback({
    table,
    catalog,
    sqlEngine: () => container.get('sqlEngine'),
    empty: createMemoryEngine({ texts: textSearch }),
    log: scope.log,
  });
  const choice = createEngineChoice({
    options: scope,
    db: scope.db,
    log: scope.log,
    memory: () => createMemoryEngine({ texts: textSearch }),
    async tables(query, max) {
      const state = await table.state();
      if (!isUsable(state)) throw indexMissing();
      return state.products > max
        ? undefined
        : container
            .get('sqlEngine')
            .query({ generation: state.generation, vocabulary: await readVocabulary(catalog()) }, query);
    },
  });
  let wasAnnounced = false;
  let isSettled = false;
  const types = createTypeRegistry(scope);
  const sources = createSourceRegistry({
    scope,
    isComplete: () => isSettled,
    async announce(productIds) {
      await table.announce(productIds);
      await scope.db.afterCommit(() => container.get('index').expire());
    },
  });
  const [ranking, urls, cards] = [createRanking(scope), createUrls(scope), createCards(scope)];
  const landings = createLandingStore(scope);
  const rules = createRuleStore(scope);
  const analytics = createAnalytics(scope);
  const localNames = createLocalNames(catalog, scope.locale);
  const vocabulary = async (): Promise<Vocabulary> =>
    localNames((await container.get('index').getSnapshot()).vocabulary);
  const showsNetPrices = createShowsNetPrices(scope, catalog);
  const index = createLiveIndex({
    db: scope.db,
    table,
    catalog,
    engine: () => container.get('engine'),
    applyEngineSetting: choice.applySetting,
    log: scope.log,
    sources: sources.reader,
    showsNetPrices,
    copies: createIndexCopies(scope),
    vocabulary: () => scope.cache.get('facet:names', () => readVocabulary(catalog())),
  });
  const createContainer = (): Container =>
    createDefaultServices({
      scope,
      table,
      catalog,
      vocabulary,
      localNames,
      fallback: standIn,
      showsNetPrices,
      rules,
      engine: choice.current,
      singletons: { sqlEngine: secondEngine, index, types, sources, ranking, urls, cards, landings, analytics },
    });
  let container = createContainer();

  return {
    container: () => container,
    index: () => container.get('index'),
    catalog,
    engineChoice: choice,
    vocabulary,
    async announce() {
      // A changed set of plugins starts from the defaults, so that bindings of a removed plugin do not remain.
      if (wasAnnounced) container = createContainer();
      wasAnnounced = true;
      isSettled = false;
      types.reset();
      for (const registry of [sources, ranking, urls, cards]) registry.clear();
      const current = container;
      const plugin: FacetPlugin = { version: scope.plugin.version, container: Object.assign(() => current, current) };
      await scope.doAction('facet/booted', plugin);
      isSettled = true;
      container.get('index').expire();
    },
  };
}
