import type { MetaType } from '../../api/index.js';

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
