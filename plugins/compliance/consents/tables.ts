import type { CheckboxLocation } from './checkbox.js';

/** A row of `compliance_checkboxes`. */
export interface CheckboxRow {
  readonly id: number;
  readonly seed_key: string;
  readonly slug: string;
  readonly location: CheckboxLocation;
  readonly label: string;
  readonly required: number;
  readonly enabled: number;
  readonly position: number;
  readonly legal_page_id: number | null;
  readonly error_message: string;
  readonly description: string;
  /** JSON. */
  readonly conditions: string;
  /** JSON: texts by locale; null where there were none before the column existed. */
  readonly translations: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A row of `compliance_checkbox_counts`. */
export interface CheckboxCountRow {
  readonly checkbox_id: number;
  readonly day: string;
  readonly shown: number;
  readonly accepted: number;
}

/** A row of `compliance_consents`. */
export interface ConsentRow {
  readonly id: number;
  readonly checkbox_id: number;
  readonly purpose: string;
  /** Email address in lowercase, by which a person's consents are found. */
  readonly address: string;
  readonly location: string;
  readonly order_id: number;
  readonly user_id: number;
  readonly email: string;
  readonly accepted: number;
  readonly label_version: string;
  readonly page_version: string | null;
  readonly ip: string;
  readonly created_at: string;
}

/** A row of `compliance_text_versions`. */
export interface TextVersionRow {
  readonly hash: string;
  readonly kind: 'label' | 'page';
  readonly content: string;
  readonly created_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_checkboxes: CheckboxRow;
    compliance_checkbox_counts: CheckboxCountRow;
    compliance_consents: ConsentRow;
    compliance_text_versions: TextVersionRow;
  }
}
