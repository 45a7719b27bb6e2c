/** What the plugin offers to others. Being a module augmentation, it is seen by every plugin of a checkout without an import. */

import type { MaybePromise, Registry } from 'plinth';

/** An invoice on its way out. @since 0.2.0 */
export interface OutgoingInvoice {
  /** Ours: the same when it is sent again, so that it arrives once. */
  readonly key: string;
  readonly number: string;
  /** An invoice, or a correction of one. */
  readonly kind: 'VAT' | 'KOR';
  /** `YYYY-MM-DD`. */
  readonly issuedOn: string;
  /** The NIP of the seller, ten digits. */
  readonly sellerNip: string;
  /** The document, FA(3) in UTF-8. */
  readonly xml: string;
  /** SHA-256 of the document's bytes, hexadecimal. */
  readonly hash: string;
}

/** What became of an invoice that was sent. @since 0.2.0 */
export type SendAnswer =
  /** It was taken. @param ksefNumber as KSeF gave it */
  | { readonly kind: 'sent'; readonly ksefNumber: string }
  /** It is being looked at: it will be asked again. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * A way to KSeF. Add one in the action `compliance/booted`: `scope.addAction('compliance/booted', ({ invoiceSenders }) => invoiceSenders.register({ id: 'acme', … }))`.
 * None is used before the owner chooses it.
 * @since 0.2.0
 */
export interface InvoiceSender {
  readonly id: string;
  readonly label: string | (() => string);
  /** Sends an invoice; what throws is tried again. Asked again with the same `key`, it answers about the same invoice. */
  send(invoice: OutgoingInvoice): MaybePromise<SendAnswer>;
}

/** How long something is kept: days, or whole years counted from the end of the year in which it came. @since 0.3.0 */
export type RetentionPeriod = { readonly days: number } | { readonly years: number };

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
  span(): MaybePromise<RetentionPeriod | null>;
  /** Removes what is older, or takes the person out of it; how many. Runs once a day and may run twice. Absent where the law has it kept, or `event` does it. */
  remove?(moment: RetentionMoment): MaybePromise<number>;
  /** The scheduled event that does it. */
  readonly event?: string;
}

/**
 * A consent that must stay free was given or withdrawn (GDPR, art. 7(3)): marketing, or the reminder of a review. Both actions fire after the commit,
 * and once more whenever it is given again; who keeps a list elsewhere follows them, and asks `compliance.commercial_letters` before it sends.
 * @since 0.3.0
 */
export interface FreeConsentChange {
  readonly purpose: 'marketing' | 'review_reminder';
  /** As it was typed; '' where the form asked for none. */
  readonly email: string;
  /** 0 for a visitor. */
  readonly userId: number;
  /** The form it was given in (`checkout`, `registration` …); `account` or `letter` where it was withdrawn. */
  readonly location: string;
  /** 0 outside of orders. */
  readonly orderId: number;
  /** UTC. */
  readonly at: string;
}

/** What the action `compliance/booted` passes: where plugins add to it. @since 0.2.0 */
export interface CompliancePlugin {
  readonly version: string;
  readonly invoiceSenders: Registry<InvoiceSender>;
  /** @since 0.3.0 */
  readonly retentionRules: Registry<RetentionRule>;
}

declare module 'plinth' {
  interface Actions {
    'compliance/booted': (plugin: CompliancePlugin) => void;
    /** @since 0.3.0 */
    'compliance/consent_given': (consent: FreeConsentChange) => void;
    /** @since 0.3.0 */
    'compliance/consent_withdrawn': (consent: FreeConsentChange) => void;
  }
  interface Filters {
    /** What the order of results depends on besides words, availability and rating, each as a part of a sentence in the language of the request. @since 0.3.0 */
    'compliance/ranking_parameters': (parameters: readonly string[]) => readonly string[];
  }
}
