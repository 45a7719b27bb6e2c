import type { ContactKind } from './contact.js';

/** A row of `compliance_safety_contacts`: a manufacturer or a responsible person. */
export interface ContactRow {
  readonly id: number;
  readonly kind: ContactKind;
  readonly code: string;
  readonly name: string;
  readonly address: string;
  readonly email: string;
  readonly url: string;
  readonly country: string;
  /**
   * For a manufacturer: code of the responsible person in the EU used unless a product names another one; '' for none.
   */
  readonly responsible: string;
  readonly updated_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_safety_contacts: ContactRow;
  }
}
