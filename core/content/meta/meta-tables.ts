import type { Database, MetaType } from '../../api/index.js';
import { toStoredText } from '../../options/stored-text.js';

/** The metadata table of an object type, and its column with the object ID. */
export interface MetaTable {
  table: string;
  object: string;
}

const tables: Record<MetaType, MetaTable> = {
  post: { table: 'postmeta', object: 'post_id' },
  user: { table: 'usermeta', object: 'user_id' },
  term: { table: 'termmeta', object: 'term_id' },
  comment: { table: 'commentmeta', object: 'comment_id' },
};

/** Returns the table of a type; undefined for a type without metadata. */
export function metaTable(type: string): MetaTable | undefined {
  return Object.hasOwn(tables, type) ? tables[type as MetaType] : undefined;
}

/** A row of metadata of any object type. */
export interface StoredMeta {
  meta_id: number;
  object_id: number;
  meta_key: string;
  meta_value: string;
}

/** Returns the stored metadata of an object: all rows, or those of one key. */
export function selectMeta(db: Database, target: MetaTable, id: number, key?: string): Promise<StoredMeta[]> {
  const query = db()<StoredMeta>(target.table).where({ [target.object]: id });
  if (key !== undefined) void query.where({ meta_key: key });
  return query
    .orderBy('meta_id')
    .select<StoredMeta[]>('meta_id', `${target.object} as object_id`, 'meta_key', 'meta_value');
}

/** Whether a key is empty (as in PHP, also `0`). */
export function isEmptyKey(key: string): boolean {
  return key === '' || key === '0';
}

export function isObjectId(id: unknown): id is number {
  return typeof id === 'number' && Number.isInteger(id) && id > 0;
}

/**
 * Stored form of null, which differs from an empty string. WordPress stores NULL. No string has this stored form,
 * because a string that looks like it is serialized.
 */
const STORED_NULL = 'N;';

/**
 * Returns the stored form of a metadata value. Unlike for options, null differs from an empty string: if null is
 * stored, the default value applies again.
 * @since 0.1.0 (WordPress: update_metadata)
 */
export function serializeMetaValue(value: unknown): string {
  return value === null || value === undefined ? STORED_NULL : toStoredText(value);
}

/** Returns the stored value as a string; null becomes an empty string. */
export function toRawText(stored: string): string {
  return stored === STORED_NULL ? '' : stored;
}
