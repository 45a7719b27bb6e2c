/** A row of `sessions`. */
export interface SessionRow {
  /** The hash of the session's id. */
  readonly sid: string;
  /** JSON. */
  readonly sess: string;
  /** UTC. */
  readonly expired: string;
  /** Null while nobody is signed in by it. */
  readonly user_id: number | null;
  /** UTC: when it was noted as in use. */
  readonly seen_at: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    sessions: SessionRow;
  }
}
