/** A row of `compliance_retention`: the last result of a rule. */
export interface RetentionRow {
  readonly rule: string;
  readonly since: string;
  readonly last_at: string | null;
  readonly last_removed: number | null;
  readonly failed: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_retention: RetentionRow;
  }
}
