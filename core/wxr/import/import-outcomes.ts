import { createHash } from 'node:crypto';
import type { Database } from '../../api/index.js';

/** The result for an entry: created now, existed before, skipped on purpose, failed, or imported incompletely. */
export type Outcome = 'created' | 'existing' | 'skipped' | 'failed' | 'incomplete';

/** One entry of a file, and its result. */
export interface JournalEntry {
  readonly source: string;
  /** A post type, a taxonomy or `author`. */
  readonly kind: string;
  /** Its id on this site; 0 for none. */
  readonly target_id: number;
  readonly outcome: Outcome;
  readonly title: string;
  /** The reason, in the importing user's language; empty for none. */
  readonly note: string;
}

/** Journal of an import: an interrupted import continues from it, and the report is generated from it. */
export interface ImportJournal {
  get(source: string): JournalEntry | undefined;
  /** Returns the post for an id of the old site; 0 for none. */
  post(id: number): number;
  term(taxonomy: string, slug: string): number;
  note(entry: JournalEntry): Promise<void>;
  /** Returns created posts whose links and relations have not been fixed up yet. */
  listUnlinked(max: number): Promise<readonly JournalEntry[]>;
  /**
   * Records that the links of an entry were fixed up.
   * @param missing description of what could not be imported with it; empty for nothing
   */
  markLinked(entry: JournalEntry, missing: string): Promise<void>;
  size(): number;
  /** Returns the ids of all posts matching posts of the file. */
  posts(): Iterable<number>;
}

const TABLE = 'import_entries';
const MAX_SOURCE_LENGTH = 190;
export const MAX_TITLE_LENGTH = 190;

/** Opens the journal of one import. */
export async function openJournal(db: Database, importId: number): Promise<ImportJournal> {
  const entries = new Map<string, JournalEntry>();
  for (const row of await db()(TABLE)
    .where({ import_id: importId })
    .select('source', 'kind', 'target_id', 'outcome', 'title', 'note'))
    entries.set(row.source, row);
  const targetId = (source: string): number => entries.get(source)?.target_id ?? 0;
  return {
    get: (source) => entries.get(source),
    post: (id) => targetId(`post:${id}`),
    term: (taxonomy, slug) => targetId(termSource(taxonomy, slug)),
    async note(entry) {
      const row = { ...entry, title: entry.title.slice(0, MAX_TITLE_LENGTH) };
      if (entries.has(entry.source)) await db()(TABLE).where({ import_id: importId, source: entry.source }).update(row);
      else await db()(TABLE).insert({ ...row, import_id: importId, linked: 0 });
      // An entry must not be recorded if its transaction is rolled back.
      await db.afterCommit(() => void entries.set(entry.source, row));
    },
    listUnlinked: async (max) =>
      await db()(TABLE)
        .where({ import_id: importId, linked: 0 })
        .whereIn('outcome', ['created', 'incomplete'])
        .where((query) => void query.where('source', 'like', 'post:%').orWhere('source', 'like', 'item:%'))
        .orderBy('id')
        .limit(max),
    async markLinked({ source, note }, missing) {
      const changes = missing === '' ? {} : { outcome: 'incomplete' as const, note: `${note} ${missing}`.trim() };
      await db()(TABLE)
        .where({ import_id: importId, source })
        .update({ linked: 1, ...changes });
    },
    size: () => entries.size,
    *posts() {
      for (const { source, target_id } of entries.values())
        if (target_id > 0 && /^(?:post|item):/.test(source)) yield target_id;
    },
  };
}

/** Returns a term's source, from its slug in the file: slugs are encoded there, and limited in length here. */
export function termSource(taxonomy: string, slug: string): string {
  return boundedSource(`term:${taxonomy}:${slug}`);
}

/**
 * Limits a source to the length of its column; the rest is replaced by a hash, so that different sources stay
 * different.
 */
export function boundedSource(source: string): string {
  return source.length <= MAX_SOURCE_LENGTH
    ? source
    : source.slice(0, 150) + createHash('sha1').update(source).digest('hex');
}
