import { formatNumber, type PluginScope } from 'plinth';
import type { Vocabulary } from '../index/vocabulary.js';
import type { MerchandisingRule } from '../merchandising/rule.js';

/** The names needed to describe a rule. */
interface RuleNames {
  readonly vocabulary: Vocabulary;
  /** Names of landing pages by id. */
  readonly landings: ReadonlyMap<number, string>;
}

/** Describes a rule in the sentences of the table: where it applies, which products it affects, and what it does. */
export function describeRule(
  { __, _n, locale }: Pick<PluginScope, '__' | '_n' | 'locale'>,
  { location, target, action }: MerchandisingRule,
  { vocabulary, landings }: RuleNames,
): { locationLabel: string; targetLabel: string; actionLabel: string } {
  const unavailable = __('no longer available');
  const termName = (id: number): string => vocabulary.terms.get(id)?.name ?? unavailable;
  const locationLabels = {
    everywhere: () => __('Everywhere'),
    term: () => (location.kind === 'term' ? __('“%s” and its subcategories', termName(location.termId)) : ''),
    search: () => (location.kind === 'search' ? __('Search for “%s”', location.text) : ''),
    landing: () =>
      location.kind === 'landing' ? __('Landing page “%s”', landings.get(location.landingId) ?? unavailable) : '',
  };
  const targetLabels = {
    products: () =>
      target.kind === 'products'
        ? _n('%s product', '%s products', target.ids.length, formatNumber(target.ids.length, locale()))
        : '',
    terms: () => (target.kind === 'terms' ? target.ids.map(termName).join(', ') : ''),
    on_sale: () => __('Products on sale'),
    in_stock: () => __('In-stock products'),
    new: () =>
      target.kind === 'new'
        ? _n('Products added in the last day', 'Products added in the last %d days', target.days)
        : '',
  };
  const actionLabels = {
    pin: () => (action.kind === 'pin' ? __('Pinned at position %d', action.position) : ''),
    boost: () => __('Boosted'),
    bury: () => __('Buried'),
  };
  return {
    locationLabel: locationLabels[location.kind](),
    targetLabel: targetLabels[target.kind](),
    actionLabel: actionLabels[action.kind](),
  };
}

/**
 * Returns whether a rule is active at a time and, if not, why.
 * @param now UTC, `YYYY-MM-DD HH:MM:SS`
 */
export function getRuleState(
  { __ }: Pick<PluginScope, '__'>,
  { active, startsAt, endsAt }: MerchandisingRule,
  now: string,
): { text: string; isActive: boolean } {
  if (!active) return { text: __('Turned off'), isActive: false };
  if (endsAt !== '' && endsAt <= now) return { text: __('Ended'), isActive: false };
  return startsAt > now ? { text: __('Scheduled'), isActive: false } : { text: __('Active'), isActive: true };
}
