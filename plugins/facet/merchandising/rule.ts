/**
 * Where a rule applies: everywhere, in a term's list and those of its descendants, in a search, or on a landing page.
 */
export type RuleLocation =
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'term'; readonly termId: number }
  | { readonly kind: 'search'; readonly text: string }
  | { readonly kind: 'landing'; readonly landingId: number };

/**
 * Products that a rule affects: selected products in order, products with any of some terms, products on sale,
 * available products, or products of the last days.
 */
export type RuleTarget =
  | { readonly kind: 'products'; readonly ids: readonly number[] }
  | { readonly kind: 'terms'; readonly ids: readonly number[] }
  | { readonly kind: 'on_sale' }
  | { readonly kind: 'in_stock' }
  | { readonly kind: 'new'; readonly days: number };

/**
 * `pin` places selected products at a position and the ones after it; `boost` places them before the others of a list;
 * `bury` places them after the others.
 */
export type RuleAction =
  { readonly kind: 'pin'; readonly position: number } | { readonly kind: 'boost' } | { readonly kind: 'bury' };

/**
 * A rule of the owner that places products first or last.
 * @since 0.1.0
 */
export interface MerchandisingRule {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  readonly location: RuleLocation;
  readonly target: RuleTarget;
  readonly action: RuleAction;
  /** Start of the rule, UTC, `YYYY-MM-DD HH:MM:SS`; empty for always. */
  readonly startsAt: string;
  /** End of the rule, exclusive, in the same form; empty for none. */
  readonly endsAt: string;
}

/** The parts of a rule that the owner edits. */
export type RuleDraft = Omit<MerchandisingRule, 'id'>;

export const LOCATION_KINDS = ['everywhere', 'term', 'search', 'landing'] as const;
export const TARGET_KINDS = ['products', 'terms', 'on_sale', 'in_stock', 'new'] as const;
export const ACTION_KINDS = ['pin', 'boost', 'bury'] as const;

/**
 * Whether a rule is active at a time.
 * @param now UTC, `YYYY-MM-DD HH:MM:SS`
 */
export const isActiveAt = (
  { active, startsAt, endsAt }: Pick<MerchandisingRule, 'active' | 'startsAt' | 'endsAt'>,
  now: string,
): boolean => active && startsAt <= now && (endsAt === '' || now < endsAt);
