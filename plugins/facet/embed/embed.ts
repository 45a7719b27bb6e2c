import { type PageRequest, PlinthError, type PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { LAYOUTS } from '../settings/settings.js';
import { PREFIX } from '../url-state/filter-state.js';
import { NO_CONTEXT, otherParams, type WidgetContext } from '../widget/widget-context.js';
import type { Appearances } from './appearance.js';

/** What the author of a page may say about a widget. */
type EmbedOptions = Partial<Pick<WidgetContext, 'category' | 'facets' | 'perPage' | 'columns' | 'layout'>>;

/** Puts widgets into pages. */
interface Embed {
  /** The widget for the page that is being made, or a note when it cannot be made now. */
  widget(options: EmbedOptions): Promise<string>;
  /** Whether the page has widgets so far. */
  has(request: PageRequest): boolean;
  /** As the list of the shop or of a category; empty when it cannot be made, so that the shop shows its own. */
  shopPage(categoryId: number): Promise<string>;
}

export const SCRIPT = 'facet-widget';
export const VALUES_SCRIPT = 'facet-values';
export const STYLE = 'facet-style';

export function createEmbed(scope: PluginScope, running: RunningFilter, appearances: Appearances): Embed {
  /** Several widgets of a page are told apart by number. */
  const made = new WeakMap<PageRequest, number>();
  /** Pages of which a widget has what is asked for: they are there, though another list may be shorter. */
  const found = new WeakSet<PageRequest>();

  function settle(beyond: boolean): void {
    const request = scope.currentRequest();
    if (!request) return;
    if (!beyond) found.add(request);
    scope.set404(!found.has(request));
  }

  function contextOf(options: EmbedOptions): { context: WidgetContext; params: Readonly<Record<string, unknown>> } {
    const request = scope.currentRequest();
    if (!request) return { context: { ...NO_CONTEXT, ...options }, params: {} };
    const number = (made.get(request) ?? 0) + 1;
    made.set(request, number);
    return { context: { ...NO_CONTEXT, params: otherParams(request.url, running.container().get('urls').read), path: request.url.pathname, ...options, instance: `facet-${number}` }, params: request.query };
  }

  async function make(options: EmbedOptions): Promise<string> {
    const { context, params } = contextOf(options);
    const html = await running.container().get('filter').widget(params, context, settle);
    scope.useAsset(SCRIPT);
    scope.useAsset(STYLE);
    await appearances.use();
    return html;
  }

  /** A filter that cannot answer is no reason to break the page it stands on. */
  async function attempt(options: EmbedOptions, instead: () => string): Promise<string> {
    try {
      return await make(options);
    } catch (error) {
      scope.log.error('the filter could not be shown', { error: String(error), code: error instanceof PlinthError ? error.code : '' });
      // It can in a moment, and nothing is written then that would make the page old.
      scope.doNotCache();
      return instead();
    }
  }

  return {
    has: (request) => made.has(request),
    widget: (options) => attempt(options, () => `<p class="notice">${scope.escHtml(scope.__('The product filter is being prepared. Please load the page again in a moment.'))}</p>`),
    shopPage: (category) => attempt({ category }, () => ''),
  };
}

/** Attributes of the shortcode and the block: texts, or what an editor stores. */
export function createEmbedOptions(running: RunningFilter): (attributes: Readonly<Record<string, unknown>>) => Promise<EmbedOptions> {
  const whole = (value: unknown, max: number): number => {
    const number = Number(value);
    return Number.isInteger(number) && number > 0 && number <= max ? number : 0;
  };
  async function categoryOf(given: unknown): Promise<number> {
    const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : '';
    if (text === '' || text === '0') return 0;
    const terms = await running.catalogue().terms('product_cat');
    // A category that is gone must not open the widget to the whole catalogue.
    return terms.find(({ id, slug }) => String(id) === text || slug === text)?.id ?? NOWHERE;
  }
  return async ({ category, facets, per_page, columns, layout }) => ({
    category: await categoryOf(category),
    facets: (Array.isArray(facets) ? facets.map(String) : String(typeof facets === 'string' ? facets : '').split(',')).map((slug) => slug.trim()).filter((slug) => slug !== ''),
    perPage: whole(per_page, 96),
    columns: whole(columns, 6),
    layout: LAYOUTS.find((one) => one === layout) ?? '',
  });
}

/** Variables of an address as the filter knows them. */
type ReadParams = (params: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** The id of no category. */
const NOWHERE = 2 ** 31 - 1;

/** The further page of a list that an address shows, without a choice besides; 0 for the first one and for anything else. */
export function pageOf(url: URL, spelled: ReadParams): number {
  const page = url.searchParams.get(`${PREFIX}paged`) ?? '';
  return !isChoice(url, spelled) && /^(?:[2-9]|[1-9]\d{1,4})$/.test(page) ? Number(page) : 0;
}

/** Whether an address shows a choice rather than a page: filtered, searched or sorted. */
export function isChoice(url: URL, spelled: ReadParams): boolean {
  return [...url.searchParams, ...Object.entries(spelled(Object.fromEntries(url.searchParams)))].some(([name, value]) => name.startsWith(PREFIX) && name !== `${PREFIX}paged` && value !== '');
}
