import type { Outcome } from './import-outcomes.js';

/** State of an import. */
export type ImportState = 'checked' | 'running' | 'stopped' | 'done' | 'failed';

/** A row of `imports`: a file submitted for import. */
export interface ImportRow {
  readonly id: number;
  readonly name: string;
  readonly file: string;
  /** A folder or zip of the old site's uploads; empty when they are fetched. */
  readonly media: string;
  readonly state: ImportState;
  readonly user_id: number;
  /** The preview of the file, as JSON. */
  readonly preview: string;
  /** The user's choices as JSON; empty before the import is started. */
  readonly choices: string;
  readonly done: number;
  readonly total: number;
  /** Why it stopped; empty if it has not stopped. */
  readonly error: string;
  readonly created_at: string;
  readonly finished_at: string | null;
}

/** A row of `import_entries`: the result of one entry of a file. */
export interface ImportEntryRow {
  readonly id: number;
  readonly import_id: number;
  /** Identifies it in the file: `post:12`, `term:category:news`. */
  readonly source: string;
  readonly kind: string;
  readonly target_id: number;
  readonly outcome: Outcome;
  readonly title: string;
  readonly note: string;
  readonly linked: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    imports: ImportRow;
    import_entries: ImportEntryRow;
  }
}
