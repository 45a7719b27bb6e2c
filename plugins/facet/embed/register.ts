import type { PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { LAYOUTS } from '../settings/settings.js';
import { registerAppearance } from './appearance.js';
import { registerHeaderSuggestions } from './header-suggestions.js';
import { registerShopSearch } from './shop-search.js';
import type { Suggest } from './suggestions.js';
import { registerDocuments } from './documents.js';
import { BLOCK_ATTRIBUTE, createEmbed, createEmbedOptions, SCRIPT, SHORTCODE, STYLE } from './embed.js';
import { registerUrlGuard } from './guarded-addresses.js';

type Attributes = NonNullable<NonNullable<Parameters<PluginScope['registerBlockType']>[1]>['attributes']>;

/** Attributes of the block that editors can set. */
const ATTRIBUTES: Attributes = {
  category: {
    type: ['string', 'number'],
    default: '',
    label: 'Category',
    help: 'ID or slug; leave empty for the whole shop.',
  },
  within: {
    type: 'string',
    default: '',
    label: 'Brand, tag or attribute value',
    help: 'Such as product_brand/nord; leave empty for all.',
  },
  facets: {
    type: 'string',
    default: '',
    label: 'Facets',
    help: 'Facet slugs, such as brand,color; leave empty for all.',
  },
  per_page: {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 96,
    label: 'Products per page',
    help: '0: use the product filter setting.',
  },
  columns: {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 6,
    label: 'Products per row on wide screens',
    help: '0: use the product filter setting.',
  },
  layout: {
    type: 'string',
    enum: ['', ...LAYOUTS],
    default: '',
    label: 'Filter position',
    help: 'sidebar, stacked, or inline; leave empty to use the product filter setting.',
  },
};

/** Registers where the filter can appear: the shortcode, the block, and the lists of the shop. */
export function registerEmbeds(scope: PluginScope, running: RunningFilter, suggest: Suggest): void {
  const { __ } = scope;
  const embed = createEmbed(scope, running, registerAppearance(scope, running));
  const parseOptions = createEmbedOptions(running);

  scope.enqueueStyle(STYLE, 'facet.css', { onDemand: true });
  scope.enqueueScript(SCRIPT, 'facet.js', { onDemand: true });
  scope.addShortcode(SHORTCODE, async (atts) =>
    embed.widget(embed.deferredBlock(atts[BLOCK_ATTRIBUTE]) ?? (await parseOptions(atts))),
  );
  scope.registerBlockType('facet/filter', {
    apiVersion: 3,
    title: __('Product filter'),
    category: 'widgets',
    description: __('Product list with filters, sorting, and pagination.'),
    icon: 'filter',
    keywords: ['shop', 'facet', 'search'],
    supports: { html: false },
    attributes: ATTRIBUTES,
    async renderCallback(attributes) {
      const options = await parseOptions(attributes);
      const request = scope.doingFilter('the_content') ? scope.currentRequest() : undefined;
      return request ? embed.deferBlock(request, options) : embed.widget(options);
    },
  });

  scope.addFilter(
    'store/shop_html',
    async (html: string, { categoryId, termId = 0 }) =>
      html === '' ? embed.shopPage({ category: categoryId, term: termId }) : html,
    10,
    2,
  );

  registerShopSearch(scope, running);
  registerHeaderSuggestions(scope, suggest);
  registerUrlGuard(scope, running);
  registerDocuments(scope, running, embed);
}
