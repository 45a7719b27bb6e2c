/** A row of `sessions`. */
export interface SessionRow {
  /** Hash of the session's id. */
  readonly sid: string;
  /** JSON. */
  readonly sess: string;
  /** UTC. */
  readonly expired: string;
  /** Null while no user is logged in. */
  readonly user_id: number | null;
  /** UTC: when its use was last recorded. */
  readonly seen_at: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    sessions: SessionRow;
  }
}
