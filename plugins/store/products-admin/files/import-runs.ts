import { type Database, toUtcString } from 'plinth';
import { insertedId } from '../../search-tokens/row-batches.js';
import type { ColumnMapping } from './foreign-fields.js';
import type { ImportReport } from './import-tally.js';

/** A file imported by a job: first as a dry run, then applied after the shop owner's confirmation. */
interface ImportRun {
  readonly id: number;
  /** Number of lines in the file. */
  readonly rows: number;
  /** ID of the current or last job. */
  readonly jobId: number;
  /** Whether the job applies the file; false for a dry run. */
  readonly applying: boolean;
  /** Result; null while the job is running. */
  readonly report: ImportReport | null;
  /** Error that prevented reading the file; empty for none. */
  readonly error: string;
  /** Column mapping; null when columns are recognized by name. */
  readonly mapping: ColumnMapping | null;
}

export interface ImportRuns {
  create(text: string, rows: number): Promise<number>;
  get(id: number): Promise<ImportRun | null>;
  /** Yields the file in chunks. */
  text(id: number): AsyncGenerator<string>;
  /** Sets the column mapping and discards the previous result. */
  map(id: number, mapping: ColumnMapping): Promise<void>;
  start(id: number, jobId: number, applying: boolean): Promise<void>;
  finish(id: number, outcome: { readonly report: ImportReport } | { readonly error: string }): Promise<void>;
}

/** Number of characters stored per row, because databases limit the size of a statement. */
const CHUNK_SIZE = 200_000;
const RETENTION_DAYS = 7;

/** Stores import files in the database, so that every node can read them. */
export function createImportRuns({ db }: { readonly db: Database }): ImportRuns {
  async function deleteOldRuns(): Promise<void> {
    const expiredBefore = toUtcString(Date.now() - RETENTION_DAYS * 86_400_000);
    const ids = await db()('store_imports').where('created_at', '<', expiredBefore).pluck('id');
    if (ids.length === 0) return;
    await db()('store_import_batches').whereIn('import_id', ids).delete();
    await db()('store_imports').whereIn('id', ids).delete();
  }

  return {
    create: (text, rows) =>
      db.transaction(async () => {
        await deleteOldRuns();
        const row = {
          row_count: rows,
          job_id: 0,
          applying: 0,
          report: '',
          error: '',
          created_at: toUtcString(),
        };
        const id = insertedId(await db()('store_imports').insert(row));
        for (let offset = 0, position = 0; offset < text.length; offset += CHUNK_SIZE, position++)
          await db()('store_import_batches').insert({
            import_id: id,
            position,
            content: text.slice(offset, offset + CHUNK_SIZE),
          });
        return id;
      }),
    async get(id) {
      const row = await db()('store_imports').where({ id }).first();
      if (!row) return null;
      return {
        id: row.id,
        rows: row.row_count,
        jobId: row.job_id,
        applying: row.applying === 1,
        report: row.report === '' ? null : (JSON.parse(row.report) as ImportReport),
        error: row.error,
        mapping: row.mapping ? (JSON.parse(row.mapping) as ColumnMapping) : null,
      };
    },
    async *text(id) {
      for (let position = 0; ; position++) {
        const chunk = await db()('store_import_batches').where({ import_id: id, position }).first('content');
        if (!chunk) return;
        yield chunk.content;
      }
    },
    async map(id, mapping) {
      await db()('store_imports')
        .where({ id })
        .update({ mapping: JSON.stringify(mapping), job_id: 0, applying: 0, report: '', error: '' });
    },
    async start(id, jobId, applying) {
      await db()('store_imports')
        .where({ id })
        .update({ job_id: jobId, applying: applying ? 1 : 0, report: '', error: '' });
    },
    async finish(id, outcome) {
      await db()('store_imports')
        .where({ id })
        .update(
          'report' in outcome
            ? { report: JSON.stringify(outcome.report), error: '' }
            : { report: '', error: outcome.error.slice(0, 500) },
        );
    },
  };
}
