import type { PluginScope } from 'plinth';
import { type Container, createContainer } from './container.js';
import { createMemoryEngine } from './engine/memory-engine.js';
import type { Catalogue } from './index/catalogue.js';
import { createIndexTable } from './index/index-table.js';
import { createLiveIndex, type LiveIndex } from './index/live-index.js';
import { textSearch } from './search/text-index.js';
import { createSettingsStore } from './settings/settings-store.js';
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
export function createRunningFilter(scope: PluginScope): RunningFilter {
  const catalogue = (): Catalogue => scope.services.get('store.catalogue');
  const memoryEngine = createMemoryEngine({ texts: textSearch });
  const index = createLiveIndex({ db: scope.db, table: createIndexTable(scope.db), catalogue, engine: () => container.get('engine'), log: scope.log });
  let container = withDefaults();
  let announced = false;

  function withDefaults(): Container {
    const made = createContainer();
    made.singleton('engine', () => memoryEngine);
    made.singleton('index', () => index);
    made.singleton('settings', () => createSettingsStore(scope));
    made.singleton('renderer', () => createRenderer({ scope, catalogue }));
    made.singleton('filter', () =>
      createProductFilter({ scope, catalogue, index: () => made.get('index'), settings: () => made.get('settings'), renderer: () => made.get('renderer') }));
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
      const current = container;
      const plugin: FacetPlugin = { version: scope.plugin.version, container: Object.assign(() => current, current) };
      await scope.doAction('facet/booted', plugin);
    },
  };
}
