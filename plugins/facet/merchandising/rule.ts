/** Where a rule holds: everywhere, on a term's list and those below it, when words are searched for, or on a landing page. */
export type RulePlace =
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'term'; readonly termId: number }
  | { readonly kind: 'search'; readonly text: string }
  | { readonly kind: 'landing'; readonly landingId: number };

/** What a rule touches: chosen products in their order, products of any of some terms, reduced ones, those that can be bought now, or those of the last days. */
export type RuleTarget =
  | { readonly kind: 'products'; readonly ids: readonly number[] }
  | { readonly kind: 'terms'; readonly ids: readonly number[] }
  | { readonly kind: 'on_sale' }
  | { readonly kind: 'in_stock' }
  | { readonly kind: 'new'; readonly days: number };

/** `pin` puts chosen products at a place and those behind it, `boost` before the others of a list, `bury` behind them. */
export type RuleAction =
  { readonly kind: 'pin'; readonly place: number } | { readonly kind: 'boost' } | { readonly kind: 'bury' };

/** Whether and where products stand first or last, as the owner wants it. @since 0.3.0 */
export interface MerchandisingRule {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  readonly place: RulePlace;
  readonly target: RuleTarget;
  readonly action: RuleAction;
  /** UTC, `YYYY-MM-DD HH:MM:SS`: it holds from then on; empty for always. */
  readonly startsAt: string;
  /** It holds before then. */
  readonly endsAt: string;
}

/** What of a rule the owner types. */
export type RuleDraft = Omit<MerchandisingRule, 'id'>;

export const PLACE_KINDS = ['everywhere', 'term', 'search', 'landing'] as const;
export const TARGET_KINDS = ['products', 'terms', 'on_sale', 'in_stock', 'new'] as const;
export const ACTION_KINDS = ['pin', 'boost', 'bury'] as const;

/** Whether a rule holds at a moment. @param now UTC, `YYYY-MM-DD HH:MM:SS` */
export const holdsAt = (
  { active, startsAt, endsAt }: Pick<MerchandisingRule, 'active' | 'startsAt' | 'endsAt'>,
  now: string,
): boolean => active && startsAt <= now && (endsAt === '' || now < endsAt);
