/** A row of `compliance_forms`: a form that was counted. */
export interface FormRow {
  readonly token: string;
  readonly claim: string;
  readonly created_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_forms: FormRow;
  }
}
