import type { EngineAnswer } from '../engine/types.js';
import type { ProductSummary } from '../index/catalogue.js';
import type { Facet } from '../settings/facet-types.js';
import type { Settings } from '../settings/settings.js';
import type { FilterState } from '../url-state/filter-state.js';
import type { ValueFinds } from '../url-state/value-finds.js';
import type { ValueNames } from './value-names.js';
import type { WidgetContext } from './widget-context.js';

/** Everything the fragments are made of. */
export interface WidgetData {
  readonly settings: Settings;
  /** Every facet of the page's address, shown here or not. */
  readonly facets: readonly Facet[];
  /** Slugs of the facets that this widget shows. */
  readonly shown: ReadonlySet<string>;
  readonly state: FilterState;
  readonly finds: ValueFinds;
  readonly context: WidgetContext;
  readonly answer: EngineAnswer;
  readonly counts: EngineAnswer['counts'];
  readonly names: ValueNames;
  readonly products: readonly ProductSummary[];
  /** What the address asks for of facets that have no such value any more, as it says it. */
  readonly gone: readonly string[];
  /** What was probably meant by words that find little; absent when they are known, or find enough. @since 0.3.0 */
  readonly meant?: string;
  /** What taking one choice back would find; only when nothing was found. */
  readonly ways: readonly Chip[];
  scale(source: string): number;
}

/** One choice in the row of active filters. */
export interface Chip {
  /** `Colour: Red` */
  readonly label: string;
  /** The value alone: `Red`. */
  readonly text: string;
  readonly href: string;
  /** The state of the link for the script, where extensions spell addresses; empty otherwise. */
  readonly spelled: string;
  /** The state without it. */
  readonly without: FilterState;
  readonly found?: number;
}
