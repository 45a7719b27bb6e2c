import type { Term } from '../index/catalog.js';
import type { Vocabulary } from '../index/vocabulary.js';
import type { CustomSource } from '../index/source-registry.js';
import type { FacetType, Measure, SourceKind } from './facet-types.js';

/** A source by which products can be filtered. */
export interface Source {
  /** `tax:<taxonomy>`, `price`, `stock`, `on_sale`, `rating`, `field:<key>`, `search`, or the id of an extension's source. */
  readonly source: string;
  readonly label: string;
  readonly kind: SourceKind | (string & {});
  readonly group: 'taxonomy' | 'attribute' | 'field';
  readonly suggested_type: string;
  /** Unit of its numbers; absent for none, and for the price, whose currency is the shop's. */
  readonly measure?: Measure;
}

/** Number of values above which a searchable list is suggested. */
const MAX_PLAIN_LIST = 12;

type SourceSummary = Pick<Source, 'kind' | 'suggested_type'>;

/** Kind and suggested type of product fields, by field type. */
const FIELD_SUMMARIES: Readonly<Record<string, SourceSummary | undefined>> = {
  number: { kind: 'number', suggested_type: 'range_slider' },
  date: { kind: 'date', suggested_type: 'date_range' },
  boolean: { kind: 'flag', suggested_type: 'toggle' },
};
const DEFAULT_FIELD_SUMMARY: SourceSummary = { kind: 'values', suggested_type: 'checkbox' };

const CURRENCY_CODE = /^[A-Z]{3}$/;

function listTypeFor(terms: readonly Pick<Term, 'swatch'>[]): string {
  if (terms.some(({ swatch }) => swatch !== '')) return 'swatch';
  return terms.length > MAX_PLAIN_LIST ? 'autocomplete' : 'checkbox';
}

/**
 * Returns every source of the catalog, in the order of the shop.
 * @param __ translates
 */
export function sourcesOf(vocabulary: Vocabulary, __: (text: string) => string): Source[] {
  return [
    ...[...vocabulary.taxonomies.values()].map(({ name, label, kind, hierarchical }): Source => {
      const terms = vocabulary.termsOf(name);
      return {
        source: `tax:${name}`,
        label,
        kind: 'values',
        group: kind === 'attribute' ? 'attribute' : 'taxonomy',
        suggested_type: hierarchical ? 'hierarchy' : listTypeFor(terms),
      };
    }),
    { source: 'price', label: __('Price'), kind: 'number', group: 'field', suggested_type: 'range_slider' },
    { source: 'stock', label: __('Availability'), kind: 'values', group: 'field', suggested_type: 'checkbox' },
    { source: 'on_sale', label: __('On sale'), kind: 'flag', group: 'field', suggested_type: 'toggle' },
    { source: 'rating', label: __('Rating'), kind: 'rating', group: 'field', suggested_type: 'rating' },
    ...[...vocabulary.fields.values()].map(
      ({ key, label, type, format, currency = '', unit = '', digits = 0 }): Source => ({
        source: `field:${key}`,
        label,
        group: 'field',
        ...(FIELD_SUMMARIES[format === undefined ? type : 'date'] ?? DEFAULT_FIELD_SUMMARY),
        ...(type === 'number'
          ? { measure: { currency: CURRENCY_CODE.test(currency) ? currency : '', unit, digits } }
          : {}),
      }),
    ),
    { source: 'search', label: __('Search'), kind: 'words', group: 'field', suggested_type: 'search' },
  ];
}

/**
 * Returns the sources of extensions.
 * @param types in the order of suggestion
 */
export function customSourcesOf(customSources: readonly CustomSource[], types: readonly FacetType[]): Source[] {
  return customSources.map(({ id, label, kind, suggestedType }) => ({
    source: id,
    label,
    kind,
    group: 'field',
    suggested_type:
      types.find(({ id: type }) => type === suggestedType)?.id ??
      types.find((type) => type.supports({ source: id, kind }))?.id ??
      'checkbox',
  }));
}

/** Adds the source to labels that several sources have, so that the owner can tell them apart. */
export function withDistinctLabels(sources: readonly Source[]): Source[] {
  const counts = new Map<string, number>();
  for (const { label } of sources) counts.set(label, (counts.get(label) ?? 0) + 1);
  return sources.map((one) =>
    counts.get(one.label) === 1
      ? one
      : { ...one, label: `${one.label} (${one.source.replace(/^(?:tax|field):/, '')})` },
  );
}
