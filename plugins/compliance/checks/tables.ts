/** A row of `compliance_scans`. */
export interface ScanRow {
  readonly day: string;
  readonly scanned_at: string;
  readonly good: number;
  readonly missing: number;
  readonly advice: number;
  readonly switched_off: number;
  readonly live: number | boolean;
  /** JSON of `CheckResult[]`. */
  readonly results: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_scans: ScanRow;
  }
}
