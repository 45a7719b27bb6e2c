/** A row of `compliance_wizard_steps`. */
export interface WizardStepRow {
  readonly step: string;
  readonly completed_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_wizard_steps: WizardStepRow;
  }
}
