import type { FacetSettings } from './settings.js';
import type { Source } from './sources.js';

/** Sources before and after the attributes, in the order in which shoppers look for them. */
const SOURCES_BEFORE: readonly string[] = ['search', 'tax:product_cat', 'price', 'tax:product_brand'];
const SOURCES_AFTER: readonly string[] = ['stock', 'on_sale', 'rating'];
const SHORT_SLUGS: Readonly<Record<string, string>> = { 'tax:product_cat': 'category', 'tax:product_brand': 'brand' };
const MAX_ATTRIBUTES = 6;
/** Number of attributes that are expanded at first; the others are collapsed, to keep the whole list visible. */
const EXPANDED_ATTRIBUTES = 2;

/** Returns the facets of a shop that has not saved any, based on the sources of its catalog. */
export function defaultFacets(sources: readonly Source[]): FacetSettings[] {
  const findSources = (names: readonly string[]): Source[] =>
    names.flatMap((name) => sources.find(({ source }) => source === name) ?? []);
  const attributes = sources.filter(({ group }) => group === 'attribute').slice(0, MAX_ATTRIBUTES);
  const folded = new Set(attributes.slice(EXPANDED_ATTRIBUTES));
  const facets = [...findSources(SOURCES_BEFORE), ...attributes, ...findSources(SOURCES_AFTER)].map((one) => ({
    slug: slugOfSource(one.source),
    label: one.label,
    type: one.suggested_type,
    source: one.source,
    ...(folded.has(one) ? { collapsed: true } : {}),
  }));
  return facets.filter(({ slug }, i) => facets.findIndex((other) => other.slug === slug) === i);
}

export function slugOfSource(source: string): string {
  return (
    SHORT_SLUGS[source] ??
    source
      .replace(/^(?:tax:(?:pa_)?|field:)/, '')
      .toLowerCase()
      .replace(/[^a-z0-9_-]+/g, '-')
      .slice(0, 50)
  );
}
