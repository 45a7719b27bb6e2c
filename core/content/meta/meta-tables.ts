import type { Database, MetaType } from '../../api/index.js';
import { toStoredText } from '../../options/stored-text.js';

/** Where the metadata of a type of object lies. */
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

/** The table of a type, or undefined for what has no metadata. */
export function metaTable(type: string): MetaTable | undefined {
  return Object.hasOwn(tables, type) ? tables[type as MetaType] : undefined;
}

/** A row of metadata, of whatever it is about. */
export interface StoredMeta {
  meta_id: number;
  object_id: number;
  meta_key: string;
  meta_value: string;
}

/** What is stored of an object, all of it or what stands under a key. */
export function storedMeta(db: Database, place: MetaTable, id: number, key?: string): Promise<StoredMeta[]> {
  const query = db()<StoredMeta>(place.table).where({ [place.object]: id });
  if (key !== undefined) void query.where({ meta_key: key });
  return query
    .orderBy('meta_id')
    .select<StoredMeta[]>('meta_id', `${place.object} as object_id`, 'meta_key', 'meta_value');
}

/** A key that PHP takes for none. */
export function isNoKey(key: string): boolean {
  return key === '' || key === '0';
}

export function isObjectId(id: unknown): id is number {
  return typeof id === 'number' && Number.isInteger(id) && id > 0;
}

/** How nothing at all is stored: WordPress has NULL there, which is not an empty text. No text is stored so, since one that looks like it is serialized. */
const NO_VALUE = 'N;';

/**
 * The text under which a value of metadata is stored. Unlike an option, metadata tells null from an empty text: null asks for the default again.
 * @since 0.3.0 (WordPress: update_metadata)
 */
export function toMetaText(value: unknown): string {
  return value === null || value === undefined ? NO_VALUE : toStoredText(value);
}

/** A stored text as others are shown it: to them nothing at all is an empty text. */
export function readableText(stored: string): string {
  return stored === NO_VALUE ? '' : stored;
}
