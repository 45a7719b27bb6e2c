/**
 * What the plugin offers to others. Being a module augmentation, it is seen by every plugin of a checkout without an import.
 */
import type { Registry } from 'plinth';
import type { InvoiceSender } from './invoices.js';
import type { RetentionRule } from './retention.js';

export type * from './invoices.js';
export type * from './retention.js';

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
  }
  interface Filters {
    /** What the order of results depends on besides words, availability and rating, each as a part of a sentence in the language of the request. @since 0.3.0 */
    'compliance/ranking_parameters': (parameters: readonly string[]) => readonly string[];
  }
}
