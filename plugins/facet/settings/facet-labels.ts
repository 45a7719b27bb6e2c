import type { FacetSettings } from './settings.js';
import type { Source } from './sources.js';

/**
 * Returns the label of a stored facet in a language: the one for that language, the one for all languages, or that of
 * its source, which is translated.
 */
export function labelOf(facet: FacetSettings, sources: readonly Source[], locale: string): string {
  const sourceLabel = sources.find(({ source }) => source === facet.source)?.label;
  return facet.labels?.[locale] || facet.label || sourceLabel || facet.slug;
}

/**
 * Returns a submitted facet in the form in which it is stored. A label that is that of the source is not stored, so it
 * stays translated; a label that has not been changed stays as it was, whatever language it was submitted in.
 * @param stored the facet as stored before; undefined for a new one
 */
export function toStoredLabels(
  facet: FacetSettings,
  stored: FacetSettings | undefined,
  sources: readonly Source[],
  locale: string,
): FacetSettings {
  if (stored && facet.label === labelOf(stored, sources, locale) && facet.source === stored.source)
    return { ...facet, label: stored.label };
  const labels = facet.labels ?? stored?.labels;
  if (labels?.[locale] !== undefined)
    return { ...facet, label: stored?.label ?? '', labels: { ...labels, [locale]: facet.label } };
  const isDefault = facet.label === labelOf({ ...facet, label: '', labels: {} }, sources, locale);
  return isDefault ? { ...facet, label: '' } : facet;
}
