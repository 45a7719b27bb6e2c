import type { PluginScope } from 'plinth';
import { type Container, createContainer } from './container.js';
import { createMemoryEngine } from './engine/memory-engine.js';
import type { Catalogue } from './index/catalogue.js';
import type { IndexTable } from './index/index-table.js';
import { createLiveIndex, type LiveIndex } from './index/live-index.js';
import { createSourceRegistry } from './index/source-registry.js';
import { textSearch } from './search/text-index.js';
import { createRanking } from './settings/rankings.js';
import { createSettingsStore } from './settings/settings-store.js';
import { createTypeRegistry } from './settings/type-registry.js';
import { createUrls } from './url-state/spellings.js';
import { createCards } from './widget/cards.js';
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
  /** Tells extensions that the services can be added to and replaced; called when the set of plugins is complete. */
  announce(): Promise<void>;
}

/** Services are resolved at each use, so what an extension binds later takes effect. */
export function createRunningFilter(scope: PluginScope, table: IndexTable): RunningFilter {
  const catalogue = (): Catalogue => scope.services.get('store.catalogue');
  const memoryEngine = createMemoryEngine({ texts: textSearch });
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
  const index = createLiveIndex({ db: scope.db, table, catalogue, engine: () => container.get('engine'), log: scope.log, sources: sources.reader });
  let container = withDefaults();

  function withDefaults(): Container {
    const made = createContainer();
    made.singleton('engine', () => memoryEngine);
    made.singleton('index', () => index);
    made.singleton('settings', () => createSettingsStore(scope));
    made.singleton('renderer', () => createRenderer({ scope, catalogue, ranking: () => made.get('ranking'), urls: () => made.get('urls'), cards: () => made.get('cards') }));
    made.singleton('types', () => types);
    made.singleton('sources', () => sources);
    made.singleton('ranking', () => ranking);
    made.singleton('urls', () => urls);
    made.singleton('cards', () => cards);
    made.singleton('filter', () =>
      createProductFilter({ scope, catalogue, index: () => made.get('index'), settings: () => made.get('settings'), renderer: () => made.get('renderer'),
        types: () => made.get('types'), ownSources: () => made.get('sources'), ranking: () => made.get('ranking'), urls: () => made.get('urls'),
        announced: () => scope.remember('facet:announced', async () => (await table.state())?.announced ?? 0),
      }));
    return made;
  }

  return {
    container: () => container,
    index: () => container.get('index'),
    catalogue,
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
