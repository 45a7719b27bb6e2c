import type { Database, MetaType } from '../../api/index.js';
import { toStoredText } from '../../options/stored-text.js';

/** The table with the metadata of an object type. */
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

/** Returns the stored metadata of an object: all of it, or the values of one key. */
export function storedMeta(db: Database, target: MetaTable, id: number, key?: string): Promise<StoredMeta[]> {
  const query = db()<StoredMeta>(target.table).where({ [target.object]: id });
  if (key !== undefined) void query.where({ meta_key: key });
  return query
    .orderBy('meta_id')
    .select<StoredMeta[]>('meta_id', `${target.object} as object_id`, 'meta_key', 'meta_value');
}

/** Whether PHP considers a key empty. */
export function isNoKey(key: string): boolean {
  return key === '' || key === '0';
}

export function isObjectId(id: unknown): id is number {
  return typeof id === 'number' && Number.isInteger(id) && id > 0;
}

/**
 * Stored form of null, where WordPress stores NULL, which differs from an empty string. No string is stored like this,
 * because a string that looks like it is serialized.
 */
const NO_VALUE = 'N;';

/**
 * Returns the stored form of a metadata value. Unlike options, metadata distinguishes null from an empty string: null
 * makes the default apply again.
 * @since 0.1.0 (WordPress: update_metadata)
 */
export function toMetaText(value: unknown): string {
  return value === null || value === undefined ? NO_VALUE : toStoredText(value);
}

/** Returns the stored value as text; null becomes an empty string. */
export function readableText(stored: string): string {
  return stored === NO_VALUE ? '' : stored;
}
