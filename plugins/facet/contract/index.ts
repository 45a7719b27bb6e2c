/**
 * The hooks of the filter. As a module augmentation, it types the callbacks of every plugin in a checkout without an
 * import.
 */
import type { RestRequest } from 'plinth';
import type { EngineResult, EngineQuery } from '../engine/types.js';
import type { FacetPlugin } from '../facet-plugin.js';
import type { IndexTotals } from '../index/rebuild.js';
import type { Facet } from '../settings/facet-types.js';
import type { Settings } from '../settings/settings.js';
import type { FilterState } from '../url-state/filter-state.js';
import type { WidgetContext } from '../widget/widget-context.js';

declare module 'plinth' {
  interface Actions {
    'facet/booted': (plugin: FacetPlugin) => void;
    'facet/indexed': (totals: IndexTotals) => void;
  }
  interface Filters {
    'facet/settings': (settings: Settings) => Settings;
    'facet/facets': (facets: readonly Facet[], context: WidgetContext) => readonly Facet[];
    'facet/query': (query: EngineQuery, state: FilterState, context: WidgetContext) => EngineQuery;
    'facet/counts': (counts: EngineResult['counts'], query: EngineQuery) => EngineResult['counts'];
    'facet/facet_html': (html: string, facet: Facet) => string;
    'facet/rest/filter_response': (response: object, request: RestRequest) => object;
    'facet/rest/settings_response': (response: object, request: RestRequest) => object;
    'facet/rest/catalog_response': (response: object, request: RestRequest) => object;
    'facet/rest/reindex_response': (response: object, request: RestRequest) => object;
    'facet/rest/suggest_response': (response: object, request: RestRequest) => object;
    'facet/rest/values_response': (response: object, request: RestRequest) => object;
    'facet/rest/search_words_response': (response: object, request: RestRequest) => object;
  }
}
