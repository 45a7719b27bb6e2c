import type { Scale } from './filter-query.js';
import type { EngineResult } from '../engine/types.js';
import type { ProductSummary } from '../index/catalog.js';
import type { Facet } from '../settings/facet-types.js';
import type { Settings } from '../settings/settings.js';
import type { FilterState } from '../url-state/filter-state.js';
import type { ValueSearches } from '../url-state/value-finds.js';
import type { ValueNames } from './value-names.js';
import type { WidgetContext } from './widget-context.js';

/** All data that the fragments are rendered from. */
export interface WidgetData {
  readonly settings: Settings;
  /** Every facet of the page, whether this widget shows it or not. */
  readonly facets: readonly Facet[];
  /** Slugs of the facets that this widget shows. */
  readonly shownSlugs: ReadonlySet<string>;
  readonly state: FilterState;
  readonly valueSearches: ValueSearches;
  readonly context: WidgetContext;
  readonly result: EngineResult;
  readonly counts: EngineResult['counts'];
  readonly names: ValueNames;
  readonly products: readonly ProductSummary[];
  /** Requested values that no longer exist, as written in the URL. */
  readonly unavailable: readonly string[];
  /**
   * A correction for a search with few results; absent if the words are known or find enough.
   * @since 0.1.0
   */
  readonly correction?: string;
  /** Selections whose removal would yield products; only if nothing was found. */
  readonly alternatives: readonly Chip[];
  readonly scale: Scale;
}

/** One selection in the row of active filters. */
export interface Chip {
  /** `Color: Red` */
  readonly label: string;
  /** The value alone: `Red`. */
  readonly text: string;
  readonly href: string;
  /** The state of the link for the script, if extensions define the URL format; empty otherwise. */
  readonly stateText: string;
  /** The state without this selection. */
  readonly stateWithout: FilterState;
  readonly found?: number;
}
