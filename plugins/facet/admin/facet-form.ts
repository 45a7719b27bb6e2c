import type { PageRequest } from 'plinth';
import { type FacetType, listStyleOf, stateOf } from '../settings/facet-types.js';
import type { FacetSettings, TypeOptions } from '../settings/settings.js';
import { readBands, readValues } from './value-form.js';

/** A facet as submitted by the form; it is validated on save. */
export type SubmittedFacet = FacetSettings & Record<string, unknown>;

/**
 * Reads the form of a facet.
 * @param kind the selected type; undefined if it is no longer registered
 * @param stored the saved facet; a type that is no longer registered keeps its options unchanged
 */
export function readFacet(
  request: PageRequest,
  kind: FacetType | undefined,
  stored: FacetSettings | undefined,
): SubmittedFacet {
  const state = kind && stateOf(kind);
  const options = kind ? readOptions(request, kind) : stored?.options;
  return {
    slug: request.field('slug').trim(),
    label: request.field('label').trim(),
    ...readLabels(request, stored),
    type: request.field('type'),
    source: request.field('source'),
    help: request.field('help').trim(),
    collapsed: request.field('collapsed') === '1',
    ...(state === 'list' ? { operator: request.field('operator') || 'or' } : {}),
    ...(kind && (state === 'list' || state === 'single') ? readList(request, kind, stored) : {}),
    ...(state === 'range'
      ? { unit: request.field('unit').trim(), step: request.field('step').trim().replace(',', '.') || '0' }
      : {}),
    ...readConditions(request),
    ...(options ? { options } : {}),
  } as SubmittedFacet;
}

/** Reads the labels for other languages than that of the screen, whose labels are kept. */
function readLabels({ form }: PageRequest, stored: FacetSettings | undefined): object {
  const submitted = form['labels'];
  const labels = {
    ...stored?.labels,
    ...(typeof submitted === 'object' && !Array.isArray(submitted) ? submitted : {}),
  };
  return Object.keys(labels).length > 0 ? { labels } : {};
}

/** Reads the settings that only lists of values have. */
function readList(request: PageRequest, kind: FacetType, stored: FacetSettings | undefined): object {
  const order = request.field('order');
  return {
    order: order || 'position',
    limit: request.field('limit').trim() || '0',
    show_counts: request.field('show_counts') === '1',
    hide_empty: request.field('hide_empty') === '1',
    values: listStyleOf(kind).bands
      ? readBands(request.form['bands'])
      : readValues(request.form['values'], stored?.values ?? [], order === 'manual'),
  };
}

/** Reads the conditions for showing the facet. */
function readConditions(request: PageRequest): object {
  const [categories, roles] = [readListField(request, 'categories'), readListField(request, 'roles')];
  const coverage = request.field('min_coverage').trim();
  return {
    ...(categories.length > 0 ? { categories: categories.map(Number) } : {}),
    ...(roles.length > 0 ? { roles } : {}),
    ...(['', '0'].includes(coverage) ? {} : { min_coverage: coverage.replace(',', '.') }),
  };
}

function readOptions(request: PageRequest, { options = [] }: FacetType): TypeOptions | undefined {
  if (options.length === 0) return undefined;
  return Object.fromEntries(
    options.map(({ name, default: defaultValue }) => [
      name,
      typeof defaultValue === 'boolean'
        ? request.field(`option_${name}`) === '1'
        : request.field(`option_${name}`).trim(),
    ]),
  );
}

/** Returns the values of a multi-value field. */
function readListField({ form }: PageRequest, name: string): string[] {
  const submitted = form[name];
  return (Array.isArray(submitted) ? submitted : [submitted]).filter(
    (candidate): candidate is string => typeof candidate === 'string' && candidate !== '',
  );
}
