import type { MaybePromise } from 'plinth';

/** How long something is kept: days, or whole years counted from the end of the year in which it came. @since 0.3.0 */
export type RetentionSpan = { readonly days: number } | { readonly years: number };

/** When a rule does its work. @since 0.3.0 */
export interface RetentionMoment {
  /** UTC: what is older goes. */
  readonly before: string;
  /** UTC: when the rule ran first on this site. */
  readonly since: string;
}

/**
 * How long something about people is kept, why, and what ends it (GDPR, art. 5(1)(e)). Add one in the action `compliance/booted`:
 * `({ retentionRules }) => retentionRules.register({ id: 'tickets', … })`.
 * @since 0.3.0
 */
export interface RetentionRule {
  readonly id: string;
  /** What is kept. */
  readonly label: string | (() => string);
  /** Why that long. */
  readonly why: string | (() => string);
  /** The act and the article, or the setting it rests on. */
  readonly law: string | (() => string);
  /** null: the owner has switched it off. */
  span(): MaybePromise<RetentionSpan | null>;
  /** Removes what is older, or takes the person out of it; how many. Runs once a day and may run twice. Absent where the law has it kept, or `event` does it. */
  remove?(moment: RetentionMoment): MaybePromise<number>;
  /** The scheduled event that does it. */
  readonly event?: string;
}
