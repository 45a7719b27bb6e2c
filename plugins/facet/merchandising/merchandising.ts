import { normalizeForSearch, toUtcString } from 'plinth';
import type { Boosts, BoostTarget } from '../engine/boosts.js';
import type { Vocabulary } from '../index/vocabulary.js';
import type { LandingStore } from '../pages/landing-store.js';
import { choiceQuery } from '../pages/list-pages.js';
import type { ListRequest } from '../widget/filter-reading.js';
import { isActiveAt, type MerchandisingRule, type RuleTarget } from './rule.js';
import type { RuleStore } from './rule-store.js';

/**
 * The owner's rules for the order of lists.
 * @since 0.1.0
 */
export interface Merchandising {
  readonly rules: RuleStore;
  /**
   * Returns the placement of products in a list; undefined if no rule applies. A page that uses it is cached until a
   * rule starts or ends.
   */
  getPlacement(list: ListRequest): Promise<Boosts | undefined>;
  /** Returns the placement by the given rules, which need not be saved, as if all were active. */
  computePlacement(rules: readonly MerchandisingRule[], list: ListRequest): Promise<Boosts | undefined>;
  /** Returns the active rules; a page that uses them is cached until one starts or ends. */
  listActiveRules(): Promise<readonly MerchandisingRule[]>;
}

interface MerchandisingDeps {
  readonly rules: RuleStore;
  readonly landings: LandingStore;
  /** Limits how long the current response may be cached. */
  expiresAt(moment: Date): void;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
}

const DAY_MS = 86_400_000;
/** Maximum number of cached placements. Engines cache derived data by the identity of these objects. */
const MAX_CACHED_PLACEMENTS = 100;

export function createMerchandising({ rules, landings, expiresAt, now = Date.now }: MerchandisingDeps): Merchandising {
  const cachedPlacements = new Map<string, Boosts>();

  /** Returns the same object for an equal placement. */
  function cachePlacement(placement: Boosts): Boosts {
    const key = JSON.stringify(placement);
    const known = cachedPlacements.get(key) ?? placement;
    cachedPlacements.delete(key);
    cachedPlacements.set(key, known);
    const [oldest] = cachedPlacements.keys();
    if (oldest !== undefined && cachedPlacements.size > MAX_CACHED_PLACEMENTS) cachedPlacements.delete(oldest);
    return known;
  }

  /** Returns when the set of active rules, or the products they affect, changes next. */
  function nextChange(all: readonly MerchandisingRule[], from: string): Date | undefined {
    const moments = all
      .filter(({ active }) => active)
      .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
      .filter((moment) => moment > from)
      .sort();
    const dependsOnDate = all.some(({ active, target }) => active && target.kind === 'new');
    const midnight = dependsOnDate ? [toUtcString((Math.floor(now() / DAY_MS) + 1) * DAY_MS)] : [];
    const first = [...moments, ...midnight].sort().at(0);
    return first === undefined ? undefined : new Date(`${first.replace(' ', 'T')}Z`);
  }

  async function placementOf(all: readonly MerchandisingRule[], list: ListRequest): Promise<Boosts | undefined> {
    const landing = all.some(({ location }) => location.kind === 'landing')
      ? await landings.find(
          { termId: list.context.category || list.context.term },
          choiceQuery(list.state, list.facets),
        )
      : undefined;
    const matchingRules = all.filter((rule) => appliesTo(rule, list, landing?.id ?? 0));
    if (matchingRules.length === 0) return undefined;
    const positions = new Map<number, number>();
    for (const { action, target } of matchingRules)
      if (action.kind === 'pin' && target.kind === 'products')
        target.ids.forEach((id, i) => void (positions.has(id) || positions.set(id, action.position + i)));
    const pins = [...positions]
      .map(([product, position]) => ({ position, product }))
      .sort((a, b) => a.position - b.position);
    const lifts = matchingRules.flatMap(({ action, target }) =>
      action.kind === 'pin'
        ? []
        : [
            {
              direction: action.kind === 'boost' ? (1 as const) : (-1 as const),
              targets: targetsOf(target, list.vocabulary),
            },
          ],
    );
    return cachePlacement({ pins, boosts: lifts });
  }

  function targetsOf(target: RuleTarget, { terms }: ListRequest['vocabulary']): readonly BoostTarget[] {
    if (target.kind === 'products') return [{ products: target.ids }];
    if (target.kind === 'on_sale') return [{ source: 'on_sale', values: ['yes'] }];
    if (target.kind === 'in_stock') return [{ source: 'stock', values: ['instock'] }];
    if (target.kind === 'new') return [{ since: (Math.floor(now() / DAY_MS) - target.days) * (DAY_MS / 1000) }];
    const bySource = new Map<string, string[]>();
    for (const id of target.ids) {
      const term = terms.get(id);
      if (term) bySource.set(`tax:${term.taxonomy}`, [...(bySource.get(`tax:${term.taxonomy}`) ?? []), String(id)]);
    }
    return [...bySource].map(([source, values]) => ({ source, values }));
  }

  async function loadActiveRules(): Promise<readonly MerchandisingRule[]> {
    const all = await rules.all();
    const moment = toUtcString(now());
    const until = nextChange(all, moment);
    if (until) expiresAt(until);
    return all.filter((rule) => isActiveAt(rule, moment));
  }

  return {
    rules,
    listActiveRules: loadActiveRules,
    computePlacement: placementOf,
    getPlacement: async (list) => placementOf(await loadActiveRules(), list),
  };
}

/**
 * Whether a rule applies to a list.
 * @param landing id of the list's landing page; 0 for none
 */
function appliesTo(
  { location }: MerchandisingRule,
  { context, state, vocabulary }: ListRequest,
  landing: number,
): boolean {
  if (location.kind === 'everywhere') return true;
  if (location.kind === 'landing') return location.landingId === landing;
  if (location.kind === 'search')
    return state.search !== '' && normalizePhrase(location.text) === normalizePhrase(state.search);
  return [context.category, context.term].some((id) => id > 0 && isDescendant(vocabulary, id, location.termId));
}

const isDescendant = ({ lineage }: Pick<Vocabulary, 'lineage'>, id: number, ancestorId: number): boolean =>
  lineage(id).some((term) => term.id === ancestorId);
const normalizePhrase = (text: string): string => normalizeForSearch(text).trim().replace(/\s+/g, ' ');
