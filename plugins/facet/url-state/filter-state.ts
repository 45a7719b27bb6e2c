import { SORTS } from '../engine/types.js';
import { type Facet, stateOf } from '../settings/facet-types.js';
import { getUrlVariables, MAX_TEXT_LENGTH, ownParam } from './url-input.js';

/** A selected range in display units; null leaves a bound open. */
export interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

/** A visitor's selection, as in the URL. */
export interface FilterState {
  /** Slugs of values by facet; facets without a selection are absent. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly ranges: ReadonlyMap<string, Range>;
  /** Selections parsed by extensions' types, by facet; absent if there are none. */
  readonly customStates?: ReadonlyMap<string, unknown>;
  readonly search: string;
  /** A sort order of the engine, or of an extension. */
  readonly orderby: string;
  /** From 1. */
  readonly page: number;
}

export const EMPTY_STATE: FilterState = { values: new Map(), ranges: new Map(), search: '', orderby: '', page: 1 };

export const PREFIX = 'sf_';
const MAX_VALUES = 100;
const MAX_VALUE_LENGTH = 200;
const MAX_SEARCH_LENGTH = 200;
const MAX_PAGE = 1_000_000;
const NUMBER = /^-?\d{1,12}(?:[.,]\d{1,6})?$/;

/**
 * Parses the state from URL variables; variables of unknown facets are ignored.
 * @param params decoded once: texts, lists of them, or `{min, max}`
 * @param slugOf returns the canonical slug of a facet's value, however it is written in the URL; undefined if the value
 * does not exist
 * @param orders sort orders of extensions
 */
export function parseState(
  params: Readonly<Record<string, unknown>>,
  facets: readonly Facet[],
  slugOf: (facet: Facet, value: string) => string | undefined,
  orders: readonly string[] = [],
): FilterState {
  const values = new Map<string, readonly string[]>();
  const ranges = new Map<string, Range>();
  const owned = new Map<string, unknown>();
  for (const facet of facets) {
    const name = PREFIX + facet.slug;
    const kind = stateOf(facet.kind);
    if (kind === 'own') {
      const ownState = readCustomState(params, name, facet);
      if (ownState !== undefined) owned.set(facet.slug, ownState);
      continue;
    }
    const param = ownParam(params, name);
    if (param === undefined || kind === 'search') continue;
    if (kind === 'range') {
      const range = parseRange(param);
      const validRange = facet.source === 'price' ? withoutNegative(range) : range;
      if (validRange) ranges.set(facet.slug, validRange);
      continue;
    }
    const selectedSlugs = [...new Set(parseValues(param).flatMap((value) => slugOf(facet, value) ?? []))];
    if (selectedSlugs.length > 0)
      values.set(facet.slug, kind === 'single' ? selectedSlugs.slice(0, 1) : selectedSlugs.sort(compareCodeUnits));
  }
  const search = truncate(
    toText(ownParam(params, `${PREFIX}q`))
      .replace(/\s+/g, ' ')
      .trim(),
    MAX_SEARCH_LENGTH,
  );
  return {
    values,
    ranges,
    ...(owned.size > 0 ? { customStates: owned } : {}),
    search,
    orderby: parseOrder(toText(ownParam(params, `${PREFIX}orderby`)), search, orders),
    page: parsePage(toText(ownParam(params, `${PREFIX}paged`))),
  };
}

/**
 * Returns the values in a URL of facets for which none of the requested values exists any more, as written in the URL.
 * A page with such values is a 404.
 */
export function unavailableValues(
  params: Readonly<Record<string, unknown>>,
  facets: readonly Facet[],
  { values }: FilterState,
): string[] {
  return facets.flatMap(({ slug, kind }) => {
    const param = ownParam(params, PREFIX + slug);
    return param === undefined || !['list', 'single'].includes(stateOf(kind)) || values.has(slug)
      ? []
      : parseValues(param);
  });
}

/** Parses the selection of an extension's type; one that serializes to an empty text is ignored. */
function readCustomState(params: Readonly<Record<string, unknown>>, name: string, facet: Facet): unknown {
  const { state } = facet.kind;
  const variables = getUrlVariables(params, name);
  if (typeof state === 'string' || !variables) return undefined;
  const ownState = state.read(variables, facet);
  return ownState !== undefined && writeCustomState(ownState, facet) !== '' ? ownState : undefined;
}

function writeCustomState(ownState: unknown, facet: Facet): string {
  return typeof facet.kind.state === 'string' ? '' : truncate(facet.kind.state.write(ownState, facet), MAX_TEXT_LENGTH);
}

/** Compares texts independently of any language, as for the canonical order of values in URLs. */
export function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? toText(value[0]) : '';
}

/** Cuts by code point, so that surrogate pairs are not split. */
const truncate = (value: string, length: number): string =>
  value.length <= length ? value : [...value].slice(0, length).join('');

/** Parses a comma-separated list, or the form's own notation with one text per value. */
function parseValues(param: unknown): string[] {
  const isObject = typeof param === 'object' && param !== null;
  const texts: unknown[] = isObject ? Object.values(param) : [param];
  const values = texts
    .map(toText)
    .slice(0, MAX_VALUES)
    .flatMap((item) => item.split(',', MAX_VALUES))
    .map((value) => decodeValue(value.trim()))
    .filter((value) => value !== '' && value.length <= MAX_VALUE_LENGTH);
  return [...new Set(values)].slice(0, MAX_VALUES);
}

/** A comma in its encoded form, however often that was encoded again. */
const ENCODED_COMMA = /%((?:25)*)2C/gi;

/** Encodes a value for a comma-separated list. A value may contain an encoded comma itself. */
export const encodeValue = (value: string): string => value.replace(ENCODED_COMMA, '%25$12C').replace(/,/g, '%2C');

/** Decodes a value of a comma-separated list. */
const decodeValue = (value: string): string =>
  value.replace(ENCODED_COMMA, (_match, encodings: string) => (encodings === '' ? ',' : `%${encodings.slice(2)}2C`));

function parseRange(param: unknown): Range | undefined {
  const bounds =
    typeof param === 'object' && param !== null && !Array.isArray(param)
      ? [toText((param as Record<string, unknown>).min), toText((param as Record<string, unknown>).max)]
      : splitRange(toText(param).trim());
  if (!bounds) return undefined;
  const [min, max] = bounds.map(parseNumber);
  if (min === undefined || max === undefined || (min === null && max === null)) return undefined;
  return min !== null && max !== null && min > max ? { min: max, max: min } : { min, max };
}

/** Prices are never negative, so a negative bound is no bound. */
function withoutNegative(range: Range | undefined): Range | undefined {
  const [min, max] = [range?.min ?? null, range?.max ?? null].map((bound) =>
    bound !== null && bound < 0 ? null : bound,
  );
  return min == null && max == null ? undefined : { min: min ?? null, max: max ?? null };
}

function splitRange(range: string): string[] | undefined {
  if (range.includes('..')) return range.split('..', 2);
  const [, min, max] = /^(-?\d[^-]*|)-(-?\d[^-]*|)$/.exec(range) ?? [];
  return min === undefined || max === undefined ? undefined : [min, max];
}

/** The meaning of the comma is ambiguous: `1,000` is a thousand in English and one in Polish. */
const AMBIGUOUS = /^-?[1-9]\d{0,2},\d{3}$/;

/** Returns null for an open bound, undefined for an invalid or ambiguous number. */
function parseNumber(end: string): number | null | undefined {
  const trimmed = end.replace(/[\s'’]/g, '');
  if (trimmed === '') return null;
  return NUMBER.test(trimmed) && !AMBIGUOUS.test(trimmed) ? Number(trimmed.replace(',', '.')) : undefined;
}

function parseOrder(order: string, search: string, orders: readonly string[]): string {
  const sort = [...SORTS, ...orders].find((candidate) => candidate === order) ?? '';
  return sort === 'relevance' && search === '' ? '' : sort;
}

function parsePage(page: string): number {
  return /^\d{1,9}$/.test(page) ? Math.min(Math.max(1, Number(page)), MAX_PAGE) : 1;
}

/** Serializes the state to URL variables in canonical order: facets in their order, search, sort order, page. */
export function toParams(state: FilterState, facets: readonly Facet[]): [name: string, value: string][] {
  const params: [string, string][] = [];
  for (const facet of facets) {
    const { slug } = facet;
    const values = state.values.get(slug);
    const range = state.ranges.get(slug);
    const ownState = state.customStates?.get(slug);
    if (values) params.push([PREFIX + slug, values.map(encodeValue).join(',')]);
    else if (range) params.push([PREFIX + slug, formatRange(range)]);
    else if (ownState !== undefined) params.push([PREFIX + slug, writeCustomState(ownState, facet)]);
  }
  if (state.search !== '') params.push([`${PREFIX}q`, state.search]);
  if (state.orderby !== '') params.push([`${PREFIX}orderby`, state.orderby]);
  if (state.page > 1) params.push([`${PREFIX}paged`, String(state.page)]);
  return params;
}

function formatRange({ min, max }: Range): string {
  const separator = (min ?? 0) < 0 || (max ?? 0) < 0 ? '..' : '-';
  return `${min ?? ''}${separator}${max ?? ''}`;
}

/** Returns a query string with its `?`; commas between values are not encoded. */
export function toQuery(params: readonly (readonly [string, string])[]): string {
  return `?${params.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replace(/%2C/g, ',')}`).join('&')}`;
}

/** Whether the state has a selection that “Clear all” would remove. */
export function isFiltered(state: FilterState): boolean {
  return state.values.size > 0 || state.ranges.size > 0 || state.customStates !== undefined || state.search !== '';
}

/** Returns the state with the values of one facet replaced, on the first page. */
export function withValues(state: FilterState, slug: string, selectedSlugs: readonly string[]): FilterState {
  const values = new Map(state.values);
  if (selectedSlugs.length > 0) values.set(slug, selectedSlugs);
  else values.delete(slug);
  return { ...state, values, page: 1 };
}

export function withoutRange(state: FilterState, slug: string): FilterState {
  const ranges = new Map(state.ranges);
  ranges.delete(slug);
  return { ...state, ranges, page: 1 };
}

export function withoutCustomState(state: FilterState, slug: string): FilterState {
  const { customStates: all = new Map<string, unknown>(), ...rest } = state;
  const remaining = new Map([...all].filter(([key]) => key !== slug));
  return { ...rest, ...(remaining.size > 0 ? { customStates: remaining } : {}), page: 1 };
}
