import { createHash } from 'node:crypto';
import type { Database } from '../../api/index.js';

/** What became of an entry: made now, there before, left out on purpose, failed, or brought in without something of it. */
export type Outcome = 'made' | 'there' | 'left' | 'failed' | 'partly';

/** One entry of a file, and what became of it. */
export interface JournalEntry {
  readonly source: string;
  /** A post type, a taxonomy or `author`. */
  readonly kind: string;
  /** What it is here; 0 for nothing. */
  readonly target_id: number;
  readonly outcome: Outcome;
  readonly title: string;
  /** Why, in words of the importer's language; empty where there is nothing to say. */
  readonly note: string;
}

/** The memory of a file that is brought in: by it a work that was killed goes on where it was, and the report is written. */
export interface ImportJournal {
  get(source: string): JournalEntry | undefined;
  /** What stands for a post of the old site, by its id there; 0 for nothing. */
  post(id: number): number;
  term(taxonomy: string, slug: string): number;
  note(entry: JournalEntry): Promise<void>;
  /** The posts that were made and whose texts and relations are to be put right yet. */
  unsettled(max: number): Promise<readonly JournalEntry[]>;
  /** @param missing what did not come in with it, in words; empty for nothing */
  settle(entry: JournalEntry, missing: string): Promise<void>;
  size(): number;
  /** Everything that stands for a post of the file. */
  posts(): Iterable<number>;
}

const TABLE = 'import_entries';
const LONGEST_SOURCE = 190;
export const LONGEST_TITLE = 190;

/** Opens the memory of one import. */
export async function openJournal(db: Database, importId: number): Promise<ImportJournal> {
  const entries = new Map<string, JournalEntry>();
  for (const row of await db()(TABLE)
    .where({ import_id: importId })
    .select('source', 'kind', 'target_id', 'outcome', 'title', 'note'))
    entries.set(row.source, row);
  const here = (source: string): number => entries.get(source)?.target_id ?? 0;
  return {
    get: (source) => entries.get(source),
    post: (id) => here(`post:${id}`),
    term: (taxonomy, slug) => here(termSource(taxonomy, slug)),
    async note(entry) {
      const row = { ...entry, title: entry.title.slice(0, LONGEST_TITLE) };
      if (entries.has(entry.source)) await db()(TABLE).where({ import_id: importId, source: entry.source }).update(row);
      else await db()(TABLE).insert({ ...row, import_id: importId, settled: 0 });
      // What is undone with its transaction was never noted.
      await db.afterCommit(() => void entries.set(entry.source, row));
    },
    unsettled: async (max) =>
      await db()(TABLE)
        .where({ import_id: importId, settled: 0 })
        .whereIn('outcome', ['made', 'partly'])
        .where((ofPost) => void ofPost.where('source', 'like', 'post:%').orWhere('source', 'like', 'item:%'))
        .orderBy('id')
        .limit(max),
    async settle({ source, note }, missing) {
      const changes = missing === '' ? {} : { outcome: 'partly' as const, note: `${note} ${missing}`.trim() };
      await db()(TABLE)
        .where({ import_id: importId, source })
        .update({ settled: 1, ...changes });
    },
    size: () => entries.size,
    *posts() {
      for (const { source, target_id } of entries.values())
        if (target_id > 0 && /^(?:post|item):/.test(source)) yield target_id;
    },
  };
}

/** A term by what it is called in the file; slugs are encoded there, and bounded here. */
export function termSource(taxonomy: string, slug: string): string {
  return boundedSource(`term:${taxonomy}:${slug}`);
}

/** A source no longer than its column; what is cut off goes in as a hash, so that no two become one. */
export function boundedSource(source: string): string {
  return source.length <= LONGEST_SOURCE
    ? source
    : source.slice(0, 150) + createHash('sha1').update(source).digest('hex');
}
