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
  /** Of a manufacturer: the code of who answers for it in the EU, where a product names nobody else; '' for nobody. */
  readonly responsible: string;
  readonly updated_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_safety_contacts: ContactRow;
  }
}
