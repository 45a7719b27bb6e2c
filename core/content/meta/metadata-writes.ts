import type { Database, HookApi, MetadataApi, MetaType } from '../../api/index.js';
import { getInsertedId } from '../../db/index.js';
import { fromStoredText, isSameValue } from '../../options/stored-text.js';
import { isEmptyKey, isObjectId, metaTable, selectMeta, toRawText, serializeMetaValue } from './meta-tables.js';

export interface MetadataWriteDeps {
  db: Database;
  hooks: HookApi;
  registry: Pick<MetadataApi, 'sanitizeMeta'>;
  /** Returns the subtype of an object: its post type or taxonomy, otherwise the type itself. */
  subtypeOf(type: MetaType, id: number): Promise<string>;
}

/** Writes metadata by object and key (WordPress: add_metadata, update_metadata, delete_metadata). */
export function createMetadataWrites({
  db,
  hooks,
  registry,
  subtypeOf,
}: MetadataWriteDeps): Pick<MetadataApi, 'addMetadata' | 'updateMetadata' | 'deleteMetadata'> {
  async function addMetadata(
    type: MetaType,
    id: number,
    key: string,
    rawValue: unknown,
    unique = false,
  ): Promise<number | false> {
    const target = metaTable(type);
    if (!target || !isObjectId(id) || isEmptyKey(key)) return false;
    const value = await registry.sanitizeMeta(key, rawValue, type, await subtypeOf(type, id));
    const instead = await hooks.applyFilters<unknown>(`add_${type}_metadata`, null, id, key, value, unique);
    if (instead !== null && instead !== undefined) return instead as number | false;
    return db.transaction(async () => {
      if (unique && (await selectMeta(db, target, id, key)).length > 0) return false;
      await hooks.doAction(`add_${type}_meta`, id, key, value);
      const row = { [target.object]: id, meta_key: key, meta_value: serializeMetaValue(value) };
      const inserted = getInsertedId(await db()(target.table).insert(row));
      await hooks.doAction(`added_${type}_meta`, inserted, id, key, value);
      return inserted;
    });
  }

  async function updateMetadata(
    type: MetaType,
    id: number,
    key: string,
    rawValue: unknown,
    previous: unknown = '',
  ): Promise<number | boolean> {
    const target = metaTable(type);
    if (!target || !isObjectId(id) || isEmptyKey(key)) return false;
    const value = await registry.sanitizeMeta(key, rawValue, type, await subtypeOf(type, id));
    const instead = await hooks.applyFilters<unknown>(`update_${type}_metadata`, null, id, key, value, previous);
    if (instead !== null && instead !== undefined) return Boolean(instead);
    return db.transaction(async () => {
      const all = await selectMeta(db, target, id, key);
      const only = all.length === 1 ? all[0] : undefined;
      if (isEmpty(previous) && only && isSameValue(fromStoredText(only.meta_value), value)) return false;
      if (all.length === 0) return addMetadata(type, id, key, rawValue);
      const text = serializeMetaValue(value);
      const rows = isEmpty(previous) ? all : all.filter((row) => row.meta_value === serializeMetaValue(previous));
      for (const row of rows) {
        await hooks.doAction(`update_${type}_meta`, row.meta_id, id, key, value);
        if (type === 'post') await hooks.doAction('update_postmeta', row.meta_id, id, key, toRawText(text));
      }
      const changed = rows.filter((row) => row.meta_value !== text);
      if (changed.length === 0) return false;
      await db()(target.table)
        .whereIn(
          'meta_id',
          changed.map((row) => row.meta_id),
        )
        .update({ meta_value: text });
      for (const row of rows) {
        await hooks.doAction(`updated_${type}_meta`, row.meta_id, id, key, value);
        if (type === 'post') await hooks.doAction('updated_postmeta', row.meta_id, id, key, toRawText(text));
      }
      return true;
    });
  }

  async function deleteMetadata(
    type: MetaType,
    id: number,
    key: string,
    value: unknown = '',
    all = false,
  ): Promise<boolean> {
    const target = metaTable(type);
    if (!target || isEmptyKey(key) || (!all && !isObjectId(id))) return false;
    const instead = await hooks.applyFilters<unknown>(`delete_${type}_metadata`, null, id, key, value, all);
    if (instead !== null && instead !== undefined) return Boolean(instead);
    return db.transaction(async () => {
      const query = db()(target.table).where({ meta_key: key });
      if (!all) void query.where({ [target.object]: id });
      if (value !== '' && value !== null && value !== false)
        void query.where({ meta_value: serializeMetaValue(value) });
      const ids = await query.pluck<number[]>('meta_id');
      if (ids.length === 0) return false;
      await hooks.doAction(`delete_${type}_meta`, ids, id, key, value);
      if (type === 'post') await hooks.doAction('delete_postmeta', ids);
      await db()(target.table).whereIn('meta_id', ids).delete();
      await hooks.doAction(`deleted_${type}_meta`, ids, id, key, value);
      if (type === 'post') await hooks.doAction('deleted_postmeta', ids);
      return true;
    });
  }

  return { addMetadata, updateMetadata, deleteMetadata };
}

/** Like PHP's `empty`, for which WordPress ignores the previous value. */
function isEmpty(value: unknown): boolean {
  return !value || value === '0' || (Array.isArray(value) && value.length === 0);
}
