import type { ValueEdit } from './value-edits.js';

/** A facet as it is stored: the four fields of the contract, and the options that were set. */
export interface FacetSettings {
  /** The end of its URL variable: `sf_<slug>`. */
  readonly slug: string;
  readonly label: string;
  /** The id of a registered type, or of one whose plugin is gone. */
  readonly type: string;
  readonly source: string;
  readonly operator?: 'or' | 'and';
  /** How values are put in order; `manual` as they stand in `values`, with the others behind them. */
  readonly order?: (typeof VALUE_ORDERS)[number];
  /** What the owner changed of its values. @since 0.3.0 */
  readonly values?: readonly ValueEdit[];
  /** Values shown before “Show more”; 0 shows all. */
  readonly limit?: number;
  readonly show_counts?: boolean;
  /** Leaves values out that nothing would be found with; otherwise they are shown, but cannot be chosen. */
  readonly hide_empty?: boolean;
  readonly collapsed?: boolean;
  /** Behind the numbers of a range. */
  readonly unit?: string;
  /** Of a range, in the unit shown; 0 finds a fitting one. */
  readonly step?: number;
  /** A line under the heading. */
  readonly help?: string;
  /** Categories that it stands on, with those below them; empty for everywhere. @since 0.3.0 */
  readonly categories?: readonly number[];
  /** Percent of a page's products that must have it; 0 asks for none. @since 0.3.0 */
  readonly min_coverage?: number;
  /** Roles that it is for; empty for everybody. @since 0.3.0 */
  readonly roles?: readonly string[];
  /** What an extension's type brings besides. */
  readonly options?: OwnOptions;
}

/** Options that an extension's type brings, by name. */
export type OwnOptions = Readonly<Record<string, string | number | boolean>>;

export const VALUE_ORDERS = ['position', 'label', 'count', 'manual'] as const;
export const PRESETS = ['default', 'minimal', 'bordered', 'soft', 'unstyled'] as const;
export const LAYOUTS = ['sidebar', 'stacked', 'inline'] as const;
export const COLOR_NAMES = ['accent', 'border', 'muted', 'background'] as const;

export interface Appearance {
  readonly preset: (typeof PRESETS)[number];
  /** `#rrggbb`; empty takes the theme's. */
  readonly colors: Readonly<Record<(typeof COLOR_NAMES)[number], string>>;
}

export interface Settings {
  readonly facets: readonly FacetSettings[];
  readonly per_page: number;
  readonly columns: number;
  readonly layout: (typeof LAYOUTS)[number];
  readonly appearance: Appearance;
  /** The card of an extension that products are shown by; absent for the shop's own. */
  readonly card?: string;
}

export const RESERVED_SLUGS: readonly string[] = ['q', 'orderby', 'paged', 'find'];

export const DEFAULTS: Omit<Settings, 'facets'> = {
  per_page: 12,
  columns: 3,
  layout: 'sidebar',
  appearance: { preset: 'default', colors: { accent: '', border: '', muted: '', background: '' } },
};
