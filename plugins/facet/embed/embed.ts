import { type PageRequest, PlinthError, type PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { readableSlug } from '../index/vocabulary.js';
import { LAYOUTS } from '../settings/settings.js';
import { PREFIX } from '../url-state/filter-state.js';
import { isOwnVariable, toOwnParams, prefixOf } from '../url-state/variable-prefix.js';
import { NO_CONTEXT, otherParams, type WidgetContext } from '../widget/widget-context.js';
import type { WidgetData } from '../widget/widget-data.js';
import type { Appearances } from './appearance.js';

/** Options of a widget that an author can set. */
type EmbedOptions = Partial<Pick<WidgetContext, 'category' | 'term' | 'facets' | 'perPage' | 'columns' | 'layout'>>;

/**
 * The widget that determines the metadata of a page: the list of a shop page, or the first widget of any other page.
 */
export interface LeadingWidget {
  readonly data: WidgetData;
  /** Number of products per page of the widget. */
  readonly perPage: number;
}

/** Renders widgets in pages. */
interface Embed {
  /** Renders the widget for the current page, or a notice if it cannot be rendered now. */
  widget(options: EmbedOptions): Promise<string>;
  /**
   * Returns a shortcode in place of a block. Blocks of a text are rendered before its shortcodes, but widgets are
   * numbered in the order of the page, which their variables in URLs depend on.
   */
  deferBlock(request: PageRequest, options: EmbedOptions): string;
  /** Returns the options of a deferred block by its number; undefined if there is none. */
  deferredBlock(number: unknown): EmbedOptions | undefined;
  /** Whether the page has rendered a widget so far. */
  has(request: PageRequest): boolean;
  /** The widget that determines the page's metadata; undefined if there is none yet. */
  leadingWidget(request: PageRequest): LeadingWidget | undefined;
  /** Renders a list of the shop; empty if that fails, so that the shop shows its own list. */
  shopPage(context: Pick<WidgetContext, 'category' | 'term'>): Promise<string>;
}

export const SHORTCODE = 'facet_filter';
/** Attribute of the shortcode that stands for a deferred block. */
export const BLOCK_ATTRIBUTE = 'deferred_block';
export const SCRIPT = 'facet-widget';
export const STYLE = 'facet-style';

export function createEmbed(scope: PluginScope, running: RunningFilter, appearances: Appearances): Embed {
  /** Several widgets on a page are told apart by number. */
  const widgetCounts = new WeakMap<PageRequest, number>();
  const leadingWidgets = new WeakMap<PageRequest, LeadingWidget>();
  const deferredBlocks = new WeakMap<PageRequest, EmbedOptions[]>();
  /**
   * Pages on which a widget was requested with a page number beyond its end. Each widget reads its own parameters, so
   * another one cannot reset this.
   */
  const beyondEnd = new WeakSet<PageRequest>();

  function recordWidget(data: WidgetData, beyond: boolean): void {
    const request = scope.currentRequest();
    if (!request) return;
    if (data.context.leads !== '')
      leadingWidgets.set(request, { data, perPage: data.context.perPage || data.settings.per_page });
    if (beyond) beyondEnd.add(request);
    running
      .container()
      .get('analytics')
      .lists.trackPageList(request, { state: data.state, facets: data.facets, found: data.result.found });
    scope.set404(beyondEnd.has(request));
  }

  function createContext(
    options: EmbedOptions,
    isList: boolean,
  ): { context: WidgetContext; params: Readonly<Record<string, unknown>> } {
    const request = scope.currentRequest();
    if (!request) return { context: { ...NO_CONTEXT, ...options }, params: {} };
    const number = (widgetCounts.get(request) ?? 0) + 1;
    widgetCounts.set(request, number);
    const instance = `facet-${number}`;
    const prefix = prefixOf({ instance });
    return {
      context: {
        ...NO_CONTEXT,
        params: otherParams(request.url, running.container().get('urls').read, prefix),
        path: request.url.pathname,
        ...options,
        leads: getLeads(number, isList),
        instance,
      },
      params: toOwnParams(request.query, prefix),
    };
  }

  async function renderWidget(options: EmbedOptions, isList: boolean): Promise<string> {
    const { context, params } = createContext(options, isList);
    const html = await running.container().get('filter').widget(params, context, recordWidget);
    scope.useAsset(SCRIPT);
    scope.useAsset(STYLE);
    await appearances.enqueueStyle();
    return html;
  }

  /** A filter error must not break the page. */
  async function renderSafely(options: EmbedOptions, isList: boolean, renderFallback: () => string): Promise<string> {
    try {
      return await renderWidget(options, isList);
    } catch (error) {
      scope.log.error('the filter could not be shown', {
        error: String(error),
        code: error instanceof PlinthError ? error.code : '',
      });
      // The error may be temporary, so the page must not be cached.
      scope.cache.bypass();
      return renderFallback();
    }
  }

  return {
    deferBlock(request, options) {
      const blocks = deferredBlocks.get(request) ?? [];
      deferredBlocks.set(request, blocks);
      return `[${SHORTCODE} ${BLOCK_ATTRIBUTE}="${blocks.push(options)}"]`;
    },
    deferredBlock(number) {
      const request = scope.currentRequest();
      return request && deferredBlocks.get(request)?.[Number(number) - 1];
    },
    has: (request) => widgetCounts.has(request),
    leadingWidget: (request) => leadingWidgets.get(request),
    widget: (options) =>
      renderSafely(
        options,
        false,
        () =>
          `<p class="notice">${scope.escHtml(scope.__('The product filter is being prepared. Reload the page in a moment.'))}</p>`,
      ),
    shopPage: (context) => renderSafely(context, true, () => ''),
  };
}

/**
 * Returns which metadata of its page a widget determines.
 * @param number position among the widgets of the page
 */
function getLeads(number: number, isList: boolean): WidgetContext['leads'] {
  if (isList) return 'list';
  return number === 1 ? 'page' : '';
}

/** Parses the attributes of the shortcode and the block: texts, or the values that an editor stores. */
export function createEmbedOptions(
  running: RunningFilter,
): (attributes: Readonly<Record<string, unknown>>) => Promise<EmbedOptions> {
  const parseInteger = (value: unknown, max: number): number => {
    const number = Number(value);
    return Number.isInteger(number) && number > 0 && number <= max ? number : 0;
  };
  async function findTermId(taxonomy: string, attribute: unknown): Promise<number> {
    const text = typeof attribute === 'number' || typeof attribute === 'string' ? String(attribute).trim() : '';
    if (text === '' || text === '0') return 0;
    const terms = await running.catalog().terms(taxonomy);
    // A deleted term must not open the widget to the whole catalog.
    return (
      terms.find(({ id, slug }) => String(id) === text || slug === text || readableSlug(slug) === text)?.id ??
      NO_TERM_ID
    );
  }
  /** `product_brand/nord`, `pa_color/red`. */
  async function parseWithin(attribute: unknown): Promise<number> {
    const [taxonomy = '', ...slug] = typeof attribute === 'string' ? attribute.trim().split('/') : [];
    return taxonomy === '' ? 0 : (await findTermId(taxonomy, slug.join('/'))) || NO_TERM_ID;
  }
  return async ({ category, within, facets, per_page, columns, layout }) => ({
    category: await findTermId('product_cat', category),
    term: await parseWithin(within),
    facets: (Array.isArray(facets) ? facets.map(String) : String(typeof facets === 'string' ? facets : '').split(','))
      .map((slug) => slug.trim())
      .filter((slug) => slug !== ''),
    perPage: parseInteger(per_page, 96),
    columns: parseInteger(columns, 6),
    layout: LAYOUTS.find((layoutName) => layoutName === layout) ?? '',
  });
}

/** Decodes the variables of a URL to the filter's own names. */
type ReadParams = (params: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** An id that no term has. */
const NO_TERM_ID = 2 ** 31 - 1;

/** Returns the variables of a URL that are part of a selection, of any widget; page numbers are not. */
export function getSelectionParams(url: URL, readParams: ReadParams): string[] {
  const pairs = [...url.searchParams, ...Object.entries(readParams(Object.fromEntries(url.searchParams)))];
  return pairs
    .filter(([name, value]) => isOwnVariable(name) && !/^sf\d*_paged$/.test(name) && value !== '')
    .map(([name]) => name);
}

/**
 * Returns the page number of a URL that shows a further page of a list without a selection; 0 for the first page and
 * for anything else.
 */
export function getPageNumber(url: URL, readParams: ReadParams): number {
  const page = url.searchParams.get(`${PREFIX}paged`) ?? '';
  return !isSelectionUrl(url, readParams) && /^(?:[2-9]|[1-9]\d{1,4})$/.test(page) ? Number(page) : 0;
}

/** Whether a URL shows a selection rather than a page: filtered, searched or sorted. */
export const isSelectionUrl = (url: URL, readParams: ReadParams): boolean =>
  getSelectionParams(url, readParams).length > 0;
