import type { PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { LAYOUTS } from '../settings/settings.js';
import { PREFIX } from '../url-state/filter-state.js';
import { registerAppearance } from './appearance.js';
import { registerShopSearch } from './shop-search.js';
import { createEmbed, createEmbedOptions, isChoice, pageOf, SCRIPT, STYLE, VALUES_SCRIPT } from './embed.js';

/** The places of the filter: the shortcode, the block, and the lists of the shop. */
export function registerEmbeds(scope: PluginScope, running: RunningFilter): void {
  const { __ } = scope;
  const embed = createEmbed(scope, running, registerAppearance(scope, running));
  const optionsOf = createEmbedOptions(running);

  scope.enqueueStyle(STYLE, 'facet.css', { onDemand: true });
  scope.enqueueScript(VALUES_SCRIPT, 'facet-values.js', { onDemand: true });
  scope.enqueueScript(SCRIPT, 'facet.js', { onDemand: true, deps: [VALUES_SCRIPT] });
  scope.addShortcode('facet_filter', async (atts) => embed.widget(await optionsOf(atts)));
  scope.registerBlockType('facet/filter', {
    apiVersion: 3,
    title: __('Product filter'),
    category: 'widgets',
    description: __('Products with filters, order and pages.'),
    icon: 'filter',
    keywords: ['shop', 'facet', 'search'],
    supports: { html: false },
    attributes: {
      category: { type: ['string', 'number'], default: '' },
      facets: { type: 'string', default: '' },
      per_page: { type: 'integer', default: 0 },
      columns: { type: 'integer', default: 0 },
      layout: { type: 'string', enum: ['', ...LAYOUTS], default: '' },
    },
    renderCallback: async (attributes) => embed.widget(await optionsOf(attributes)),
  });

  scope.addFilter('store/shop_html', async (html: string, { categoryId }: { categoryId: number }) => (html === '' ? embed.shopPage(categoryId) : html), 10, 2);

  registerShopSearch(scope, running);

  // Which page holds the filter is known when it is made.
  scope.addFilter('plinth/document', (document) => {
    const request = scope.currentRequest();
    if (!request) return document;
    // Choices are endless and alike; search engines get the lists themselves, whose address each page names as its own.
    const spelled = running.container().get('urls').read;
    const robots = isChoice(request.url, spelled) && !/noindex/.test(document.robots ?? '') ? 'noindex, follow' : document.robots;
    const page = embed.has(request) ? pageOf(request.url, spelled) : 0;
    if (page === 0 || !document.canonical) return { ...document, robots };
    // The second page of a list and those after it are pages of their own.
    const canonical = new URL(document.canonical);
    canonical.searchParams.set(`${PREFIX}paged`, String(page));
    return { ...document, robots, canonical: canonical.href };
  });
}
