import { type FilterState, PREFIX, toParams, toQuery } from '../url-state/filter-state.js';
import { prefixedName, prefixOf } from '../url-state/variable-prefix.js';
import type { FacetUrls } from '../url-state/spellings.js';
import type { WidgetData } from './widget-data.js';

type LinkContext = Pick<WidgetData, 'facets' | 'context'>;

/** Creates URLs of selections in the context of a widget. */
export interface WidgetLinks {
  link(context: LinkContext, state: FilterState): string;
  /** Returns the state of a link for the script, which cannot parse the URL formats of extensions. */
  stateText(context: LinkContext, state: FilterState): string;
}

export function createWidgetLinks(urls: () => Pick<FacetUrls, 'write' | 'any'>): WidgetLinks {
  return {
    link({ facets, context }, state) {
      const prefix = prefixOf(context);
      const stateParams = toParams(state, facets);
      const params = [
        ...context.params,
        ...(prefix === PREFIX
          ? urls().write(stateParams)
          : stateParams.map(([name, value]): [string, string] => [prefixedName(prefix, name), value])),
      ];
      return params.length === 0 && context.path !== '' ? context.path : toQuery(params);
    },

    stateText({ facets, context }, state) {
      return urls().any() && prefixOf(context) === PREFIX
        ? JSON.stringify(Object.fromEntries(toParams(state, facets)))
        : '';
    },
  };
}
