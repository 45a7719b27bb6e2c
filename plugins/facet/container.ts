import { PlinthError } from 'plinth';
import type { FacetEngine } from './engine/types.js';
import type { LiveIndex } from './index/live-index.js';
import type { FacetSources } from './index/source-registry.js';
import type { FacetAnalytics } from './analytics/analytics.js';
import type { Merchandising } from './merchandising/merchandising.js';
import type { LandingStore } from './pages/landing-store.js';
import type { ListPages } from './pages/list-pages.js';
import type { FacetRanking } from './settings/rankings.js';
import type { SearchTermsStore } from './settings/search-terms.js';
import type { SqlEngine } from './index/sql-engine.js';
import type { SettingsStore } from './settings/settings-store.js';
import type { FacetTypes } from './settings/type-registry.js';
import type { FacetUrls } from './url-state/spellings.js';
import type { FacetCards } from './widget/cards.js';
import type { ProductFilter } from './widget/product-filter.js';
import type { Renderer } from './widget/renderer.js';

/** The services of the filter by name; extensions add their own by module augmentation. */
export interface FacetServices {
  engine: FacetEngine;
  sqlEngine: SqlEngine;
  index: LiveIndex;
  settings: SettingsStore;
  searchWords: SearchTermsStore;
  renderer: Renderer;
  filter: ProductFilter;
  types: FacetTypes;
  sources: FacetSources;
  ranking: FacetRanking;
  urls: FacetUrls;
  cards: FacetCards;
  landings: LandingStore;
  pages: ListPages;
  merchandising: Merchandising;
  analytics: FacetAnalytics;
}

type ServiceOf<N extends string> = N extends keyof FacetServices ? FacetServices[N] : unknown;

/**
 * Services by name, each created on first use; a later registration replaces an earlier one, even if it was already
 * created.
 * @since 0.1.0
 */
export interface Container {
  /** Registers a service that is created once. */
  singleton<N extends string>(id: N, factory: () => ServiceOf<N>): void;
  /** Registers a service that is created on every `get`; one that was already registered as a singleton remains one. */
  bind<N extends string>(id: N, factory: () => ServiceOf<N>): void;
  /** @throws PlinthError `facet_service_not_found` */
  get<N extends string>(id: N): ServiceOf<N>;
  has(id: string): boolean;
}

interface Registration {
  readonly factory: () => unknown;
  readonly shared: boolean;
  instance?: { readonly value: unknown };
}

export function createContainer(): Container {
  const registrations = new Map<string, Registration>();
  return {
    singleton: (id, factory) => void registrations.set(id, { factory, shared: true }),
    bind: (id, factory) => void registrations.set(id, { factory, shared: registrations.get(id)?.shared ?? false }),
    has: (id) => registrations.has(id),
    get<N extends string>(id: N) {
      const registration = registrations.get(id);
      if (!registration)
        throw new PlinthError('facet_service_not_found', `The filter has no service "${id}".`, {
          hint: `Register it in the action facet/booted; available services are ${[...registrations.keys()].join(', ')}.`,
        });
      if (!registration.shared) return registration.factory() as ServiceOf<N>;
      registration.instance ??= { value: registration.factory() };
      return registration.instance.value as ServiceOf<N>;
    },
  };
}
