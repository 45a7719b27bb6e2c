import type { PluginScope } from 'plinth';
import { type Container, createContainer, type FacetServices } from './container.js';
import type { Catalog } from './index/catalog.js';
import type { IndexTable } from './index/index-table.js';
import type { Fallback } from './index/fallback.js';
import type { ShowsNetPrices } from './index/price-display.js';
import type { LocalNames, Vocabulary } from './index/vocabulary.js';
import { createMerchandising } from './merchandising/merchandising.js';
import type { RuleStore } from './merchandising/rule-store.js';
import { createListPages } from './pages/list-pages.js';
import { createSearchTermsStore } from './settings/search-terms.js';
import { createSettingsStore } from './settings/settings-store.js';
import type { PageTexts } from './widget/fragments.js';
import { createProductFilter } from './widget/product-filter.js';
import { createRenderer } from './widget/renderer.js';

interface DefaultServicesDeps {
  readonly scope: PluginScope;
  readonly table: IndexTable;
  readonly catalog: () => Catalog;
  /** Returns the vocabulary in the language of the current request. */
  readonly vocabulary: () => Promise<Vocabulary>;
  readonly localNames: LocalNames;
  readonly fallback: Fallback;
  readonly showsNetPrices: ShowsNetPrices;
  readonly rules: RuleStore;
  /** Returns the currently selected engine. */
  readonly engine: () => FacetServices['engine'];
  /** Services that stay the same while the plugin runs. */
  readonly singletons: Pick<
    FacetServices,
    'sqlEngine' | 'index' | 'types' | 'sources' | 'ranking' | 'urls' | 'cards' | 'landings' | 'analytics'
  >;
}

/** Creates a container with the filter's own services, before any extension has replaced one. */
export function createDefaultServices({ scope, singletons, rules, ...deps }: DefaultServicesDeps): Container {
  const { catalog, table } = deps;
  const container = createContainer();

  /** Appends the site's name to the title, as the host does. */
  async function addSiteName(pageTexts: Promise<PageTexts>): Promise<PageTexts> {
    const { title, ...rest } = await pageTexts;
    return title === undefined ? rest : { ...rest, title: `${title} – ${await scope.siteName()}` };
  }

  for (const [id, service] of Object.entries(singletons)) container.singleton(id, () => service);
  container.bind('engine', deps.engine);
  container.singleton('settings', () => createSettingsStore(scope));
  container.singleton('searchWords', () => createSearchTermsStore(scope));
  container.singleton('renderer', () =>
    createRenderer({
      scope,
      catalog,
      ranking: () => container.get('ranking'),
      urls: () => container.get('urls'),
      cards: () => container.get('cards'),
    }),
  );
  container.singleton('pages', () =>
    createListPages({
      scope,
      landings: singletons.landings,
      vocabulary: deps.vocabulary,
      renderer: () => container.get('renderer'),
      urls: () => container.get('urls'),
    }),
  );
  container.singleton('merchandising', () =>
    createMerchandising({ rules, landings: singletons.landings, expiresAt: scope.cache.expiresAt }),
  );
  container.singleton('filter', () =>
    createProductFilter({
      scope,
      catalog,
      localNames: deps.localNames,
      page: (data) => addSiteName(container.get('pages').page(data)),
      index: () => container.get('index'),
      fallback: () => deps.fallback,
      showsNetPrices: deps.showsNetPrices,
      settings: () => container.get('settings'),
      searchTerms: () => container.get('searchWords'),
      renderer: () => container.get('renderer'),
      types: () => container.get('types'),
      customSources: () => container.get('sources'),
      ranking: () => container.get('ranking'),
      urls: () => container.get('urls'),
      getPlacement: (list) => container.get('merchandising').getPlacement(list),
      lastAnnouncedChange: () => scope.cache.get('facet:announced', async () => (await table.state())?.announced ?? 0),
    }),
  );
  return container;
}
