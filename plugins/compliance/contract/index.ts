/**
 * Public API of the plugin. As a module augmentation, it is visible to every plugin of a checkout without an import.
 */

import type { MaybePromise, Registry } from 'plinth';

/**
 * An invoice to be sent.
 * @since 0.1.0
 */
export interface OutgoingInvoice {
  /** Key assigned by the shop: unchanged when the invoice is sent again, so that it is accepted only once. */
  readonly key: string;
  readonly number: string;
  /** An invoice, or a correction of one. */
  readonly kind: 'VAT' | 'KOR';
  /** `YYYY-MM-DD`. */
  readonly issuedOn: string;
  /** NIP of the seller, ten digits. */
  readonly sellerNip: string;
  /** The document, FA(3) in UTF-8. */
  readonly xml: string;
  /** SHA-256 of the document's bytes, hexadecimal. */
  readonly hash: string;
}

/**
 * Result of sending an invoice.
 * @since 0.1.0
 */
export type SendResult =
  /**
   * Accepted.
   * @param ksefNumber number assigned by KSeF
   */
  | { readonly kind: 'sent'; readonly ksefNumber: string }
  /** Being processed: it will be queried again. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * A connection to KSeF. Add one in the action `compliance/booted`: `scope.addAction('compliance/booted', ({
 * invoiceSenders }) => invoiceSenders.register({ id: 'acme', … }))`. None is used until the shop owner selects it.
 * @since 0.1.0
 */
export interface InvoiceSender {
  readonly id: string;
  readonly label: string | (() => string);
  /**
   * Sends an invoice; retried when it throws. A further call with the same `key` returns the state of the same invoice.
   */
  send(invoice: OutgoingInvoice): MaybePromise<SendResult>;
}

/**
 * Retention period: days, or full years counted from the end of the year of the record.
 * @since 0.1.0
 */
export type RetentionPeriod = { readonly days: number } | { readonly years: number };

/**
 * Time of a retention run.
 * @since 0.1.0
 */
export interface RetentionMoment {
  /** UTC: older records are due. */
  readonly before: string;
  /** UTC: when the rule first ran on this site. */
  readonly since: string;
}

/**
 * Retention rule for personal data: its period, its reason and how it is enforced (GDPR, art. 5(1)(e)). Add one in the
 * action `compliance/booted`: `({ retentionRules }) => retentionRules.register({ id: 'tickets', … })`.
 * @since 0.1.0
 */
export interface RetentionRule {
  readonly id: string;
  /** Data that is retained. */
  readonly label: string | (() => string);
  /** Reason for the period. */
  readonly reason: string | (() => string);
  /** Legal basis: act and article, or the setting that determines the period. */
  readonly legalBasis: string | (() => string);
  /** null: disabled by the shop owner. */
  period(): MaybePromise<RetentionPeriod | null>;
  /**
   * Deletes older data, or removes the person from it; returns the number of records. Runs once a day and must be safe
   * to repeat. Absent where the law requires retention, or where `event` does it.
   */
  remove?(moment: RetentionMoment): MaybePromise<number>;
  /** Scheduled event that enforces the rule. */
  readonly event?: string;
}

/**
 * A free consent that was given or withdrawn (GDPR, art. 7(3)): marketing, or the review reminder. Both actions fire
 * after the commit, and again each time the consent is given again; plugins that keep their own mailing list follow
 * these actions, and check `compliance.commercial_emails` before they send.
 * @since 0.1.0
 */
export interface FreeConsentChange {
  readonly purpose: 'marketing' | 'review_reminder';
  /** As entered; '' when the form has no email field. */
  readonly email: string;
  /** 0 for a visitor without an account. */
  readonly userId: number;
  /** Form in which it was given (`checkout`, `registration` …); `account` or `email` when it was withdrawn. */
  readonly location: string;
  /** 0 outside of orders. */
  readonly orderId: number;
  /** UTC. */
  readonly changedAt: string;
}

/**
 * Argument of the action `compliance/booted`: registries for other plugins.
 * @since 0.1.0
 */
export interface CompliancePlugin {
  readonly version: string;
  readonly invoiceSenders: Registry<InvoiceSender>;
  /** @since 0.1.0 */
  readonly retentionRules: Registry<RetentionRule>;
}

declare module 'plinth' {
  interface Actions {
    'compliance/booted': (plugin: CompliancePlugin) => void;
    /** @since 0.1.0 */
    'compliance/consent_given': (consent: FreeConsentChange) => void;
    /** @since 0.1.0 */
    'compliance/consent_withdrawn': (consent: FreeConsentChange) => void;
  }
  interface Filters {
    /**
     * Parameters that affect the ranking of results besides words, availability and rating, each as part of a sentence
     * in the language of the request.
     * @since 0.1.0
     */
    'compliance/ranking_parameters': (parameters: readonly string[]) => readonly string[];
    /**
     * Maximum duration of an immediate scan in milliseconds; a scan that takes longer continues in the background.
     * @since 0.1.0
     */
    'compliance/immediate_scan_ms': (milliseconds: number) => number;
  }
}
