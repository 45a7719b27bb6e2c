import type { WithdrawalFacts } from './window.js';

/** A row of `compliance_contracts`. */
export interface ContractRow {
  readonly order_id: number;
  readonly token: string;
  readonly informed: WithdrawalFacts['informed'];
  readonly counts_from: WithdrawalFacts['countsFrom'];
  readonly consent_at: string;
  readonly notice_at: string;
  readonly confirmed_at: string;
}

/** A row of `compliance_contract_lines`. */
export interface ContractLineRow {
  readonly order_id: number;
  readonly line_id: number;
  readonly kind: string;
  readonly exception: number;
}

/** A row of `compliance_parcels`. */
export interface ParcelRow {
  readonly id: number;
  readonly order_id: number;
  readonly name: string;
  /** `YYYY-MM-DD`; '' until delivered. */
  readonly delivered_on: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_contracts: ContractRow;
    compliance_contract_lines: ContractLineRow;
    compliance_parcels: ParcelRow;
  }
}
