import type { PluginScope } from 'plinth';
import { type Container, createContainer, type FacetServices } from './container.js';
import type { Catalogue } from './index/catalogue.js';
import type { IndexTable } from './index/index-table.js';
import type { StandIn } from './index/fallback.js';
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
  readonly catalogue: () => Catalogue;
  /** Returns the vocabulary in the language of the current request. */
  readonly vocabulary: () => Promise<Vocabulary>;
  readonly localNames: LocalNames;
  readonly standIn: StandIn;
  readonly rules: RuleStore;
  /** Returns the currently selected engine. */
  readonly engine: () => FacetServices['engine'];
  /** Services that stay the same while the plugin runs. */
  readonly lasting: Pick<
    FacetServices,
    'secondEngine' | 'index' | 'types' | 'sources' | 'ranking' | 'urls' | 'cards' | 'landings' | 'figures'
  >;
}

/** Creates a container with the filter's own services, before any extension has replaced one. */
export function defaultServices({ scope, lasting, rules, ...deps }: DefaultServicesDeps): Container {
  const { catalogue, table } = deps;
  const made = createContainer();

  /** Appends the site's name to the title, as the host does. */
  async function completed(words: Promise<PageTexts>): Promise<PageTexts> {
    const { title, ...rest } = await words;
    return title === undefined ? rest : { ...rest, title: `${title} – ${await scope.siteName()}` };
  }

  for (const [id, service] of Object.entries(lasting)) made.singleton(id, () => service);
  made.bind('engine', deps.engine);
  made.singleton('settings', () => createSettingsStore(scope));
  made.singleton('searchWords', () => createSearchTermsStore(scope));
  made.singleton('renderer', () =>
    createRenderer({
      scope,
      catalogue,
      ranking: () => made.get('ranking'),
      urls: () => made.get('urls'),
      cards: () => made.get('cards'),
    }),
  );
  made.singleton('pages', () =>
    createListPages({
      scope,
      landings: lasting.landings,
      vocabulary: deps.vocabulary,
      renderer: () => made.get('renderer'),
      urls: () => made.get('urls'),
    }),
  );
  made.singleton('merchandising', () =>
    createMerchandising({ rules, landings: lasting.landings, freshUntil: scope.freshUntil }),
  );
  made.singleton('filter', () =>
    createProductFilter({
      scope,
      catalogue,
      localNames: deps.localNames,
      page: (data) => completed(made.get('pages').page(data)),
      index: () => made.get('index'),
      standIn: () => deps.standIn,
      settings: () => made.get('settings'),
      searchTerms: () => made.get('searchWords'),
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
