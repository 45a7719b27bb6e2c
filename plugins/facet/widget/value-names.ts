import type { PluginScope } from 'plinth';
import type { FacetEngine } from '../engine/types.js';
import type { ProductField } from '../index/catalog.js';
import { formatDay } from '../index/days.js';
import { nameOrder } from '../index/name-order.js';
import type { CustomSource } from '../index/source-registry.js';
import { readableSlug, type Vocabulary } from '../index/vocabulary.js';
import { cacheIdOf } from './render-cache.js';

/** A value with its label. */
export interface NamedValue {
  /** Key in the engine. */
  readonly key: string;
  /** Slug in URLs and forms. */
  readonly slug: string;
  readonly label: string;
  /** Key of the parent; empty at the top level. */
  readonly parent: string;
  /** A color, the URL of an image, or empty. */
  readonly swatch: string;
}

/** Names of the values of all sources, in the request's language. */
export interface ValueNames {
  /** Returns all values of a source in the owner's order, whether products have them or not. */
  list(source: string): readonly NamedValue[];
  /** Returns a key that identifies the values of a source with their names. */
  cacheKey(source: string): string;
  /** Returns the canonical slug of a value in a URL, however it is written; undefined if the value does not exist. */
  slug(source: string, named: string): string | undefined;
  /** Returns the engine's keys of a value in a URL; empty if the value does not exist. */
  keys(source: string, slug: string): readonly string[];
}

/** Lists of values by source. */
export type ValueLists = Map<string, readonly NamedValue[]>;

/**
 * @param sharedLists cache of the lists that depend on the vocabulary and the language only
 * @param customSources sources of extensions, which name their values themselves
 */
export function createValueNames(
  vocabulary: Vocabulary,
  engine: FacetEngine,
  { __, _n, locale }: Pick<PluginScope, '__' | '_n' | 'locale'>,
  sharedLists: ValueLists = new Map(),
  customSources: readonly CustomSource[] = [],
): ValueNames {
  const requestLists: ValueLists = new Map();
  const simpleValue = (key: string, label: string): NamedValue => ({ key, slug: key, label, parent: '', swatch: '' });

  const booleanValues = (): NamedValue[] => [simpleValue('yes', __('Yes')), simpleValue('no', __('No'))];

  /** Returns values that depend on the vocabulary and the language only. */
  function fixedList(source: string): readonly NamedValue[] | undefined {
    if (source.startsWith('tax:')) {
      return vocabulary.termsOf(source.slice(4)).map(({ id, slug, name, parentId, swatch }) => ({
        key: String(id),
        slug: readableSlug(slug),
        label: name,
        parent: parentId > 0 ? String(parentId) : '',
        swatch,
      }));
    }
    if (source === 'stock')
      return [
        simpleValue('instock', __('In stock')),
        simpleValue('onbackorder', __('On backorder')),
        simpleValue('outofstock', __('Out of stock')),
      ];
    if (source === 'on_sale') return [simpleValue('yes', __('On sale'))];
    if (source === 'rating')
      return ['5', '4', '3', '2', '1'].map((stars) =>
        simpleValue(stars, stars === '5' ? __('5 stars') : _n('%d star and up', '%d stars and up', Number(stars))),
      );
    if (vocabulary.fields.get(source.replace(/^field:/, ''))?.type === 'boolean') return booleanValues();
    return undefined;
  }

  const fieldOf = (source: string): ProductField | undefined => vocabulary.fields.get(source.replace(/^field:/, ''));
  /** Returns the label that a product field defines for a stored value. */
  const choiceOf = (source: string, key: string): string | undefined =>
    fieldOf(source)?.choices?.find(({ value }) => value === key)?.label;
  /** Returns the label of a value that is a date. */
  const dateOf = (source: string, key: string): string | undefined =>
    fieldOf(source)?.format === undefined ? undefined : formatDay(key, locale());

  function list(source: string): readonly NamedValue[] {
    const cached = sharedLists.get(source) ?? requestLists.get(source);
    if (cached) return cached;
    const compareNames = nameOrder(locale());
    const customSource = customSources.find(({ id }) => id === source);
    const fixedValues = customSource ? undefined : fixedList(source);
    const values =
      fixedValues ??
      (customSource?.kind === 'flag'
        ? booleanValues()
        : [...engine.values(source).keys()]
            .map((key) =>
              simpleValue(key, customSource?.getLabel(key) ?? choiceOf(source, key) ?? dateOf(source, key) ?? key),
            )
            .sort((a, b) =>
              fieldOf(source)?.format === undefined
                ? compareNames(a.label, b.label)
                : Number(a.key > b.key) - Number(a.key < b.key),
            ));
    (fixedValues ? sharedLists : requestLists).set(source, values);
    return values;
  }

  return {
    list,
    cacheKey(source) {
      const values = list(source);
      // Values that are texts of the products are read from the index for each page.
      return sharedLists.get(source) === values ? String(cacheIdOf(values)) : JSON.stringify(values);
    },
    slug(source, urlValue) {
      if (!source.startsWith('tax:')) return list(source).some(({ slug }) => slug === urlValue) ? urlValue : undefined;
      const term = vocabulary.bySlug(source.slice(4), urlValue).at(0);
      return term && readableSlug(term.slug);
    },
    keys(source, slug) {
      if (source.startsWith('tax:')) return vocabulary.bySlug(source.slice(4), slug).map(({ id }) => String(id));
      return list(source).some((value) => value.slug === slug) ? [slug] : [];
    },
  };
}

/** Returns all descendants of a value in a tree. */
export function descendantsOf<V extends NamedValue>(values: readonly V[], key: string): readonly V[] {
  const included = new Set([key]);
  for (let before = 0; before < included.size;) {
    before = included.size;
    for (const value of values) if (included.has(value.parent)) included.add(value.key);
  }
  return values.filter((value) => value.key !== key && included.has(value.key));
}
