import type { EngineQuery, FacetEngine } from '../engine/types.js';
import type { Vocabulary } from '../index/vocabulary.js';
import { type Facet, stateOf } from '../settings/facet-types.js';
import type { WidgetContext } from './widget-context.js';

/** Context that determines whether a facet appears. */
interface DisplayContext {
  readonly context: Pick<WidgetContext, 'category'>;
  readonly vocabulary: Pick<Vocabulary, 'lineage'>;
  readonly engine: FacetEngine;
  /** The scope of the page. */
  readonly scope: EngineQuery['scope'];
}

/** Whether a user with these roles gets the facet; for others it does not exist, and its variable is ignored. */
export function isForRoles({ roles = [] }: Partial<Pick<Facet, 'roles'>>, userRoles: readonly string[]): boolean {
  return roles.length === 0 || roles.some((role) => userRoles.includes(role));
}

/** Whether a facet appears on a page: in its categories and their descendants, and if enough products have a value. */
export async function isDisplayed(facet: Facet, displayContext: DisplayContext): Promise<boolean> {
  const { categories = [], min_coverage = 0 }: Partial<Facet> = facet;
  if (categories.length > 0) {
    const lineageIds = displayContext.vocabulary.lineage(displayContext.context.category).map(({ id }) => id);
    if (!categories.some((id) => lineageIds.includes(id))) return false;
  }
  return min_coverage === 0 || coverageIn(facet, displayContext).then((coverage) => coverage >= min_coverage);
}

/**
 * Returns the share of the page's products that have a value of the facet, in percent. The selection is ignored, so
 * that facets do not disappear.
 */
async function coverageIn({ kind, source }: Facet, { engine, scope }: DisplayContext): Promise<number> {
  const state = stateOf(kind);
  if (state === 'search' || state === 'own') return 100;
  const baseQuery: EngineQuery = {
    selections: [],
    ranges: [],
    scope,
    search: '',
    sort: '',
    page: 1,
    perPage: 1,
    counts: [],
    bounds: [],
  };
  const total = (await engine.query(baseQuery)).found;
  if (total === 0) return 0;
  const withValueQuery =
    state === 'range'
      ? { ...baseQuery, ranges: [{ key: source, source, min: null, max: null }] }
      : {
          ...baseQuery,
          selections: [{ key: source, source, values: [...engine.values(source).keys()], operator: 'or' as const }],
        };
  return ((await engine.query(withValueQuery)).found / total) * 100;
}
