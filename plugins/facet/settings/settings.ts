import type { ValueEdit } from './value-edits.js';

/** A facet as stored: the four fields of the contract, and the options that were set. */
export interface FacetSettings {
  /** Suffix of its URL variable: `sf_<slug>`. */
  readonly slug: string;
  /** For all languages; that of the source, which is translated, if it is stored empty. */
  readonly label: string;
  /**
   * Labels for single languages, by locale.
   * @since 0.1.0
   */
  readonly labels?: Readonly<Record<string, string>>;
  /** Id of a registered type, or of one whose plugin is gone. */
  readonly type: string;
  readonly source: string;
  readonly operator?: 'or' | 'and';
  /** Sort order of values; `manual` follows `values`, with the others after them. */
  readonly order?: (typeof VALUE_ORDERS)[number];
  /**
   * The owner's edits of values.
   * @since 0.1.0
   */
  readonly values?: readonly ValueEdit[];
  /** Number of values before “Show more”; 0 shows all. */
  readonly limit?: number;
  readonly show_counts?: boolean;
  /** Whether values without products are hidden; otherwise they are shown as disabled. */
  readonly hide_empty?: boolean;
  readonly collapsed?: boolean;
  /** Unit after the numbers of a range. */
  readonly unit?: string;
  /** Step of a range, in the displayed unit; 0 selects a suitable one. */
  readonly step?: number;
  /** Text below the heading. */
  readonly help?: string;
  /**
   * Categories on whose pages it appears, including their descendants; empty for all pages.
   * @since 0.1.0
   */
  readonly categories?: readonly number[];
  /**
   * Minimum share of a page's products that must have a value, in percent; 0 for none.
   * @since 0.1.0
   */
  readonly min_coverage?: number;
  /**
   * Roles that see the facet; empty for everyone.
   * @since 0.1.0
   */
  readonly roles?: readonly string[];
  /** Additional options defined by an extension's type. */
  readonly options?: TypeOptions;
}

/** Options defined by an extension's type, by name. */
export type TypeOptions = Readonly<Record<string, string | number | boolean>>;

export const VALUE_ORDERS = ['position', 'label', 'count', 'manual'] as const;
export const PRESETS = ['default', 'minimal', 'bordered', 'soft', 'unstyled'] as const;
export const LAYOUTS = ['sidebar', 'stacked', 'inline'] as const;
export const COLOR_NAMES = ['accent', 'border', 'muted', 'background'] as const;

export interface Appearance {
  readonly preset: (typeof PRESETS)[number];
  /** `#rrggbb`; empty for the theme's color. */
  readonly colors: Readonly<Record<(typeof COLOR_NAMES)[number], string>>;
}

export interface Settings {
  readonly facets: readonly FacetSettings[];
  readonly per_page: number;
  readonly columns: number;
  readonly layout: (typeof LAYOUTS)[number];
  readonly appearance: Appearance;
  /** Id of the extension card that shows products; absent for the shop's own. */
  readonly card?: string;
}

export const RESERVED_SLUGS: readonly string[] = ['q', 'orderby', 'paged', 'find'];

export const DEFAULTS: Omit<Settings, 'facets'> = {
  per_page: 12,
  columns: 3,
  layout: 'sidebar',
  appearance: { preset: 'default', colors: { accent: '', border: '', muted: '', background: '' } },
};
