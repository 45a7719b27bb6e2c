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

  // The second page of a list and those after it are pages of their own.
  scope.addFilter('get_canonical_url', (url: string) => {
    const request = scope.currentRequest();
    const page = request && embed.has(request) ? pageOf(request.url) : 0;
    if (page === 0 || url === '') return url;
    const address = new URL(url);
    address.searchParams.set(`${PREFIX}paged`, String(page));
    return address.href;
  });

  // Choices are endless and alike; search engines get the lists themselves, whose address each page names as its own.
  scope.addAction('wp_head', (head: string[]) => {
    const request = scope.currentRequest();
    if (request && isChoice(request.url) && !head.some((line) => /<meta name="robots" content="[^"]*noindex/.test(line))) head.push('<meta name="robots" content="noindex, follow">');
  });
}
