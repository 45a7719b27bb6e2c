/** A row of `compliance_anchors`. */
export interface AnchorRow {
  readonly id: number;
  readonly consents_until: number;
  readonly consents_hash: string;
  readonly declarations_hash: string;
  readonly created_at: string;
}

/** A row of `compliance_verified_head`: the position up to which consents are verified. */
export interface VerifiedHeadRow {
  readonly id: number;
  readonly consents_until: number;
  /** Number of consents up to that position. */
  readonly consents: number;
  readonly consents_hash: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_anchors: AnchorRow;
    compliance_verified_head: VerifiedHeadRow;
  }
}
