/** A row of `compliance_settings`: a setting that differs from its default. */
export interface SettingRow {
  readonly name: string;
  /** JSON. */
  readonly value: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_settings: SettingRow;
  }
}
