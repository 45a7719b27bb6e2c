import { LAYOUTS, type Settings } from '../settings/settings.js';
import { PREFIX } from '../url-state/filter-state.js';
import { prefixOf } from '../url-state/variable-prefix.js';

/** The context of a widget and the options of its page, besides the visitor's selection. */
export interface WidgetContext {
  /** Category that everything is restricted to, including its descendants; 0 for none. */
  readonly category: number;
  /**
   * Brand, tag or attribute value that everything is restricted to; 0 for none.
   * @since 0.1.0
   */
  readonly term: number;
  /**
   * Whether the page's texts and metadata follow this widget's selection: `list` for a list of the shop, `page` for the
   * first widget of any other page; empty for none.
   * @since 0.1.0
   */
  readonly leads: 'list' | 'page' | '';
  /** Slugs of the facets to show; empty shows all. */
  readonly facets: readonly string[];
  /** 0 uses the value of the settings. */
  readonly perPage: number;
  readonly columns: number;
  readonly layout: Settings['layout'] | '';
  /** Variables of the page's URL that are not the filter's. */
  readonly params: readonly (readonly [name: string, value: string])[];
  /** The page's path, for links without variables; empty if unknown. */
  readonly path: string;
  /** Identifies a widget of the page: `facet-1`. */
  readonly instance: string;
}

export const NO_CONTEXT: WidgetContext = {
  category: 0,
  term: 0,
  leads: '',
  facets: [],
  perPage: 0,
  columns: 0,
  layout: '',
  params: [],
  path: '',
  instance: 'facet-1',
};

const MAX_PARAMS = 20;
const MAX_TEXT_LENGTH = 200;
const PATH = /^\/(?!\/)[^\s"'<>?#\\]{0,300}$/;
const INSTANCE = /^facet-\d{1,3}$/;

/** Parses the context that a widget's script sends; invalid values fall back to empty ones. */
export function parseContext(value: unknown): WidgetContext {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return NO_CONTEXT;
  const { category, term, leads, facets, per_page, columns, layout, params, path, instance } = value as Record<
    string,
    unknown
  >;
  const instanceId = typeof instance === 'string' && INSTANCE.test(instance) ? instance : NO_CONTEXT.instance;
  const prefix = prefixOf({ instance: instanceId });
  return {
    category: parseWholeNumber(category, 2 ** 31),
    term: parseWholeNumber(term, 2 ** 31),
    leads: leads === 'list' || leads === 'page' ? leads : '',
    facets: Array.isArray(facets) ? facets.filter((slug): slug is string => typeof slug === 'string').slice(0, 50) : [],
    perPage: parseWholeNumber(per_page, 96),
    columns: parseWholeNumber(columns, 6),
    layout: LAYOUTS.find((layoutName) => layoutName === layout) ?? '',
    params: Array.isArray(params)
      ? params
          .filter(isPair)
          .filter(([param]) => !param.startsWith(prefix))
          .slice(0, MAX_PARAMS)
      : [],
    path: typeof path === 'string' && PATH.test(path) ? path : '',
    instance: instanceId,
  };
}

/** Returns the context that the widget's script sends back with every request. */
export function contextData({
  category,
  term,
  leads,
  facets,
  perPage,
  columns,
  layout,
  params,
  path,
  instance,
}: WidgetContext): Record<string, unknown> {
  return { category, term, leads, facets, per_page: perPage, columns, layout, params, path, instance };
}

/** Parses a number or a text, since URL variables are always texts; 0 if it is not a whole number from 1 to `max`. */
function parseWholeNumber(input: unknown, max: number): number {
  const value = typeof input === 'string' && /^\d{1,10}$/.test(input) ? Number(input) : input;
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= max ? value : 0;
}

function isPair(value: unknown): value is [string, string] {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((part) => typeof part === 'string' && part.length <= MAX_TEXT_LENGTH)
  );
}

/**
 * Returns the plain variables of a URL that are not the widget's, including those of other widgets.
 * @param spelled reads variables in the URL format of extensions, which belong to the first widget
 * @param prefix prefix of the widget's own variables
 */
export function otherParams(
  url: URL,
  spelled: (params: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
  prefix: string,
): WidgetContext['params'] {
  const unreadParams =
    prefix === PREFIX ? spelled(Object.fromEntries(url.searchParams)) : Object.fromEntries(url.searchParams);
  return [...url.searchParams]
    .filter(([name]) => Object.hasOwn(unreadParams, name) && !name.startsWith(prefix) && name !== 'rest_route')
    .filter((pair) => isPair(pair))
    .slice(0, MAX_PARAMS);
}
