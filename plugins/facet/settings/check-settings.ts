import { checkTypeOptions } from './check-options.js';
import {
  checkBoolean,
  checkChoice,
  checkInteger,
  checkList,
  checkNumber,
  checkText,
  type Problems,
  type Translate,
} from './check-value.js';
import type { FacetType } from './facet-types.js';
import type { FacetTypes } from './type-registry.js';
import {
  type Appearance,
  COLOR_NAMES,
  type FacetSettings,
  LAYOUTS,
  PRESETS,
  RESERVED_SLUGS,
  type Settings,
  VALUE_ORDERS,
} from './settings.js';
import type { Source } from './sources.js';
import { checkValueEdits } from './value-edits.js';

export type Changes = { -readonly [K in keyof Settings]?: Settings[K] };

interface CheckDeps {
  readonly __: Translate;
  /** The existing sources; if absent, sources are not looked up. */
  readonly sources: readonly Source[] | undefined;
  readonly types: Pick<FacetTypes, 'find' | 'all'>;
  /** Whether the user may know stored settings; only then may a facet whose type is gone be submitted again. */
  readonly canReadStored: boolean;
  /** The ids of extensions' cards. */
  readonly cards: readonly string[];
  /**
   * The stored settings: appearance options that are not submitted are kept, and a facet whose source or type is gone
   * may be submitted again.
   */
  readonly stored: Pick<Settings, 'appearance' | 'facets' | 'card'>;
}

const MAX_FACETS = 50;
const MAX_LABEL_LENGTH = 100;
const MAX_SOURCE_LENGTH = 200;
const MAX_TYPE_LENGTH = 40;
const SLUG = /^[a-z0-9_-]{1,50}$/;
const HEX_COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Validates submitted settings strictly: reports every error and corrects nothing. */
export function checkSettings(
  body: Readonly<Record<string, unknown>>,
  deps: CheckDeps,
): { changes: Changes; problems: Problems } {
  const problems: Problems = {};
  const changes: Changes = {};
  const { __ } = deps;
  for (const [key, value] of Object.entries(body)) {
    if (key === 'facets') changes.facets = checkFacets(value, deps, problems);
    else if (key === 'per_page') changes.per_page = checkInteger(value, { min: 1, max: 96 }, key, problems, __);
    else if (key === 'columns') changes.columns = checkInteger(value, { min: 1, max: 6 }, key, problems, __);
    else if (key === 'layout') changes.layout = checkChoice(value, LAYOUTS, key, problems, __);
    else if (key === 'appearance') changes.appearance = checkAppearance(value, deps, problems);
    else if (key === 'card')
      changes.card =
        value === deps.stored.card ? String(value) : checkChoice(value, ['', ...deps.cards], key, problems, __);
    else problems[key] = __('Unknown setting.');
  }
  return { changes, problems };
}

function checkFacets(value: unknown, deps: CheckDeps, problems: Problems): FacetSettings[] {
  const { __ } = deps;
  if (!Array.isArray(value)) {
    problems.facets = __('Must be a list of facets.');
    return [];
  }
  if (value.length > MAX_FACETS) {
    problems.facets = __('Can have at most %d facets.', MAX_FACETS);
    return [];
  }
  const facets = value.map((one: unknown, i) => checkFacet(one, `facets[${i}]`, deps, problems));
  const slugs = new Map<string, number>();
  let searches = 0;
  facets.forEach((facet, i) => {
    if (facet?.slug !== undefined && slugs.has(facet.slug))
      problems[`facets[${i}].slug`] = __('Another facet already uses this slug.');
    if (facet?.slug !== undefined) slugs.set(facet.slug, i);
    if (facet && deps.types.find(facet.type)?.state === 'search' && ++searches > 1)
      problems[`facets[${i}].type`] = __('Only one search facet is allowed.');
  });
  return facets.filter((facet): facet is FacetSettings => facet !== undefined);
}

function checkFacet(value: unknown, path: string, deps: CheckDeps, problems: Problems): FacetSettings | undefined {
  const { __ } = deps;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems[path] = __('Must be an object.');
    return undefined;
  }
  const before = Object.keys(problems).length;
  const { slug, label, type, source, options: typeOptions, ...plain } = value as Record<string, unknown>;
  const names = { slug: checkSlug(slug, path, deps, problems), label: checkLabel(label, path, deps, problems) };
  const typeAndSource = checkTypeAndSource(type, source, path, deps, problems);
  const checked = checkOptions(plain, path, problems, __);
  const options =
    typeOptions === undefined ? undefined : checkTypeOptionsOf(typeOptions, typeAndSource, path, deps, problems);
  if (Object.keys(problems).length > before) return undefined;
  return {
    ...names,
    type: typeAndSource.type,
    source: typeAndSource.source,
    ...checked,
    ...(options ? { options } : {}),
  };
}

function checkSlug(slug: unknown, path: string, { __ }: CheckDeps, problems: Problems): string {
  if (typeof slug !== 'string' || !SLUG.test(slug))
    problems[`${path}.slug`] = __('Use 1–50 lowercase letters, digits, hyphens, or underscores.');
  else if (RESERVED_SLUGS.includes(slug)) problems[`${path}.slug`] = __('This slug is reserved.');
  else return slug;
  return '';
}

function checkLabel(label: unknown, path: string, { __ }: CheckDeps, problems: Problems): string {
  if (typeof label === 'string' && label.trim() !== '' && label.length <= MAX_LABEL_LENGTH) return label.trim();
  problems[`${path}.label`] = __('Enter 1–100 characters.');
  return '';
}

/** The type and source of a facet. */
interface TypeAndSource {
  readonly type: string;
  readonly source: string;
  readonly kind: FacetType | undefined;
  /** The stored facet, if its source or its type is gone. */
  readonly storedFacet: FacetSettings | undefined;
}

function checkTypeAndSource(
  type: unknown,
  source: unknown,
  path: string,
  deps: CheckDeps,
  problems: Problems,
): TypeAndSource {
  const { __ } = deps;
  const kind = typeof type === 'string' ? deps.types.find(type) : undefined;
  const knownSource = deps.sources?.find((one) => one.source === source);
  const stored = deps.stored.facets.find((one) => one.source === source && one.type === type);
  const unavailableFacet = knownSource && kind ? undefined : stored;
  if (!isTypeAllowed(type, kind !== undefined || unavailableFacet !== undefined, deps)) {
    const ids = deps.types.all().map(({ id }) => id);
    problems[`${path}.type`] = __('Must be one of: %s.', ids.join(', '));
  }
  if (
    typeof source !== 'string' ||
    source.length > MAX_SOURCE_LENGTH ||
    (deps.sources && !knownSource && !unavailableFacet)
  )
    problems[`${path}.source`] = __('Unknown source.');
  else if (knownSource && kind && !kind.supports(knownSource))
    problems[`${path}.type`] = __('This facet type doesn’t support the source “%s”.', knownSource.label);
  return {
    type: typeof type === 'string' ? type : '',
    source: typeof source === 'string' ? source : '',
    kind,
    storedFacet: unavailableFacet,
  };
}

/** @param isKnown whether the type exists, or the facet is stored with it */
function isTypeAllowed(type: unknown, isKnown: boolean, { sources, canReadStored }: CheckDeps): boolean {
  if (typeof type !== 'string' || type === '' || type.length > MAX_TYPE_LENGTH) return false;
  // Whether the plugin of a type is gone may only be known to users who may see stored settings.
  return isKnown || (sources === undefined && canReadStored);
}

/** Validates options that the type defines. */
function checkTypeOptionsOf(
  typeOptions: unknown,
  { kind, storedFacet }: TypeAndSource,
  path: string,
  deps: CheckDeps,
  problems: Problems,
): ReturnType<typeof checkTypeOptions> {
  const { __ } = deps;
  if (kind && !kind.options?.length) problems[`${path}.options`] = __('Unknown option.');
  const parts = { type: kind, stored: storedFacet?.options, form: deps.sources === undefined, __ };
  return checkTypeOptions(typeOptions, parts, `${path}.options`, problems);
}

const MAX_CONDITIONS = 50;
const isTermId = (one: unknown): one is number => Number.isInteger(one) && Number(one) > 0;
const isRole = (one: unknown): one is string => typeof one === 'string' && /^[a-z0-9_-]{1,60}$/.test(one);

type Options = Partial<{ -readonly [K in keyof FacetSettings]: FacetSettings[K] }>;

function checkOptions(options: Record<string, unknown>, path: string, problems: Problems, __: Translate): Options {
  const out: Options = {};
  for (const [key, value] of Object.entries(options)) {
    const at = `${path}.${key}`;
    if (key === 'operator') out.operator = checkChoice(value, ['or', 'and'] as const, at, problems, __);
    else if (key === 'order') out.order = checkChoice(value, VALUE_ORDERS, at, problems, __);
    else if (key === 'values') out.values = checkValueEdits(value, at, problems, __);
    else if (key === 'labels') out.labels = checkLabels(value, at, problems, __);
    else if (key === 'limit') out.limit = checkInteger(value, { min: 0, max: 1000 }, at, problems, __);
    else if (key === 'show_counts' || key === 'hide_empty' || key === 'collapsed')
      out[key] = checkBoolean(value, at, problems, __);
    else if (key === 'unit') out.unit = checkText(value, 20, at, problems, __);
    else if (key === 'help') out.help = checkText(value, 300, at, problems, __);
    else if (key === 'step') out.step = checkNumber(value, { min: 0, max: 1_000_000 }, at, problems, __);
    else if (key === 'min_coverage') out.min_coverage = checkNumber(value, { min: 0, max: 100 }, at, problems, __);
    else if (key === 'categories')
      out.categories = checkList(value, { max: MAX_CONDITIONS, isOne: isTermId }, at, problems, __);
    else if (key === 'roles') out.roles = checkList(value, { max: MAX_CONDITIONS, isOne: isRole }, at, problems, __);
    else problems[at] = __('Unknown option.');
  }
  return out;
}

const LOCALE = /^[a-z]{2,3}(?:_[A-Z]{2})?$/;
const MAX_LANGUAGES = 50;

/** Validates labels by language; empty ones are left out. */
function checkLabels(
  value: unknown,
  path: string,
  problems: Problems,
  __: Translate,
): Readonly<Record<string, string>> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value as Record<string, unknown>) : [];
  const isValid = entries.every(
    ([locale, label]) => LOCALE.test(locale) && typeof label === 'string' && label.length <= MAX_LABEL_LENGTH,
  );
  if (typeof value !== 'object' || value === null || !isValid || entries.length > MAX_LANGUAGES) {
    problems[path] = __('Must be an object with a label of up to 100 characters for each locale.');
    return {};
  }
  return Object.fromEntries(
    entries.flatMap(([locale, label]) => (String(label).trim() === '' ? [] : [[locale, String(label).trim()]])),
  );
}

function checkAppearance(value: unknown, { __, stored: { appearance } }: CheckDeps, problems: Problems): Appearance {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.appearance = __('Must be an object.');
    return appearance;
  }
  const colors = { ...appearance.colors };
  let { preset } = appearance;
  for (const [key, input] of Object.entries(value)) {
    if (key === 'preset') preset = checkChoice(input, PRESETS, 'appearance.preset', problems, __);
    else if (key === 'colors' && typeof input === 'object' && input !== null && !Array.isArray(input)) {
      for (const [name, color] of Object.entries(input as Record<string, unknown>)) {
        const at = `appearance.colors.${name}`;
        const colorName = COLOR_NAMES.find((one) => one === name);
        if (!colorName) problems[at] = __('Unknown color setting.');
        else if (typeof color !== 'string' || (color !== '' && !HEX_COLOR.test(color)))
          problems[at] = __('Enter a color such as #1c5d4a, or leave empty to use the theme color.');
        else colors[colorName] = color.toLowerCase();
      }
    } else problems[`appearance.${key}`] = key === 'colors' ? __('Must be an object.') : __('Unknown setting.');
  }
  return { preset, colors };
}
