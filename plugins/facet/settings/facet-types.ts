/** How a facet's state looks: several values, one value, a range, or words. */
type FacetKind = 'list' | 'single' | 'range' | 'search';

export const FACET_KINDS = {
  checkbox: 'list',
  radio: 'single',
  dropdown: 'single',
  swatch: 'list',
  hierarchy: 'list',
  autocomplete: 'list',
  az_index: 'list',
  range_slider: 'range',
  search: 'search',
  rating: 'single',
  toggle: 'single',
} as const satisfies Readonly<Record<string, FacetKind>>;

export type FacetType = keyof typeof FACET_KINDS;
export const FACET_TYPES = Object.keys(FACET_KINDS) as FacetType[];

export function isFacetType(value: unknown): value is FacetType {
  return typeof value === 'string' && Object.hasOwn(FACET_KINDS, value);
}

/** What products have under a source. */
export type SourceKind = 'values' | 'number' | 'rating' | 'flag' | 'words';

/** Whether a type can show a source. */
export function fits(type: FacetType, kind: SourceKind): boolean {
  if (kind === 'words') return type === 'search';
  if (kind === 'number') return type === 'range_slider';
  if (type === 'search' || type === 'range_slider') return false;
  return type !== 'rating' || kind === 'rating';
}
