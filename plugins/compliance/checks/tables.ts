/** A row of `compliance_looks`. */
export interface ScanRow {
  readonly day: string;
  readonly looked_at: string;
  readonly good: number;
  readonly missing: number;
  readonly advice: number;
  readonly switched_off: number;
  readonly live: number | boolean;
  /** JSON. */
  readonly results: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_looks: ScanRow;
  }
}
