import type { Database, HookApi, MetaType } from '../../api/index.js';
import { fromStoredText } from '../../options/stored-text.js';
import {
  toRawText,
  isEmptyKey,
  isObjectId,
  type MetaTable,
  metaTable,
  type StoredMeta,
  selectMeta,
} from './meta-tables.js';
import type { DataCache } from '../../cache/index.js';

interface MetadataReadDeps {
  db: Database;
  hooks: HookApi;
  dataCache: DataCache;
}

/** Cache groups of metadata tables that do not belong to content. */
const CACHE_GROUPS: Readonly<Record<string, string | undefined>> = { usermeta: 'users', commentmeta: 'comments' };

export type MetadataReads = ReturnType<typeof createMetadataReads>;

/** Reads metadata and its defaults (WordPress: get_metadata, get_metadata_raw, metadata_exists). */
export function createMetadataReads({ db, hooks, dataCache }: MetadataReadDeps) {
  /** Reads and caches all rows of an object with a single query. */
  function cachedRowsOf(metaTableInfo: MetaTable, id: number): Promise<readonly StoredMeta[]> {
    return dataCache.getRows(CACHE_GROUPS[metaTableInfo.table] ?? 'content', `${metaTableInfo.table}:${id}`, () =>
      selectMeta(db, metaTableInfo, id),
    );
  }

  async function findRaw(type: MetaType, id: number, key: string, single: boolean): Promise<unknown> {
    const target = metaTable(type);
    if (!target || !isObjectId(id)) return false;
    const instead = await hooks.applyFilters<unknown>(`get_${type}_metadata`, null, id, key, single, type);
    if (instead !== null && instead !== undefined)
      return single && Array.isArray(instead) ? (instead as unknown[])[0] : instead;
    const rows = await cachedRowsOf(target, id);
    return isEmptyKey(key) ? groupByKey(rows) : valueOfKey(rows, key, single);
  }

  async function findDefault(type: MetaType, id: number, key: string, single: boolean): Promise<unknown> {
    const value = hooks.applyFilters<unknown>(`default_${type}_metadata`, single ? '' : [], id, key, single, type);
    const found = await value;
    return single || Array.isArray(found) ? found : [found];
  }

  async function getMetadata(type: MetaType, id: number, key = '', single = false): Promise<unknown> {
    const value = await findRaw(type, id, key, single);
    return value === null ? findDefault(type, id, key, single) : value;
  }

  async function metadataExists(type: MetaType, id: number, key: string): Promise<boolean> {
    const target = metaTable(type);
    if (!target || !isObjectId(id)) return false;
    const instead = await hooks.applyFilters<unknown>(`get_${type}_metadata`, null, id, key, true, type);
    if (instead !== null && instead !== undefined) return Boolean(instead);
    return (await cachedRowsOf(target, id)).some((row) => row.meta_key === key);
  }

  return { findRaw, findDefault, getMetadata, metadataExists };
}

/** Returns all stored values of an object by key, as strings. */
function groupByKey(rows: readonly StoredMeta[]): Record<string, string[]> {
  const all: Record<string, string[]> = {};
  for (const row of rows) (all[row.meta_key] ??= []).push(toRawText(row.meta_value));
  return all;
}

/** Returns the values of a key; null if there are none. */
function valueOfKey(rows: readonly StoredMeta[], key: string, single: boolean): unknown {
  const found = rows.filter((row) => row.meta_key === key);
  const first = found[0];
  if (!first) return null;
  return single ? fromStoredText(first.meta_value) : found.map((row) => fromStoredText(row.meta_value));
}
