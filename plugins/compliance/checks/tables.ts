/** A row of `compliance_scans`. */
export interface ScanRow {
  readonly day: string;
  readonly scanned_at: string;
  readonly good: number;
  readonly missing: number;
  readonly advice: number;
  readonly switched_off: number;
  readonly confirmed: number;
  readonly unconfirmed: number;
  readonly live: number | boolean;
  /** JSON of `CheckResult[]`. */
  readonly results: string;
  /** JSON of `ScanCoverage`; null in older scans. */
  readonly coverage: string | null;
}

/** A row of `compliance_check_confirmations`. */
export interface CheckConfirmationRow {
  readonly check_id: string;
  readonly subject_hash: string;
  readonly user_id: number;
  readonly confirmed_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_scans: ScanRow;
    compliance_check_confirmations: CheckConfirmationRow;
  }
}
