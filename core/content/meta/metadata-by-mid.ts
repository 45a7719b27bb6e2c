import type { MetadataApi, MetaRow, MetaType } from '../../api/index.js';
import { fromStoredText } from '../../options/stored-text.js';
import { isObjectId, metaTable, type StoredMeta, toRawText, serializeMetaValue } from './meta-tables.js';
import type { MetadataWriteDeps } from './metadata-writes.js';

/** Reads and writes metadata rows by ID (WordPress: get_metadata_by_mid, update_metadata_by_mid …). */
export function createMetadataByMid({
  db,
  hooks,
  registry,
  subtypeOf,
}: MetadataWriteDeps): Pick<MetadataApi, 'getMetadataByMid' | 'updateMetadataByMid' | 'deleteMetadataByMid'> {
  async function findRow(type: MetaType, metaId: number): Promise<StoredMeta | undefined> {
    const target = metaTable(type);
    if (!target || !isObjectId(metaId)) return undefined;
    return db()(target.table)
      .where({ meta_id: metaId })
      .first<StoredMeta | undefined>('meta_id', `${target.object} as object_id`, 'meta_key', 'meta_value');
  }

  async function getMetadataByMid(type: MetaType, metaId: number): Promise<MetaRow | false> {
    const instead = await hooks.applyFilters<unknown>(`get_${type}_metadata_by_mid`, null, metaId);
    if (instead !== null && instead !== undefined) return instead as MetaRow | false;
    const row = await findRow(type, metaId);
    return row ? { ...row, meta_value: fromStoredText(row.meta_value) } : false;
  }

  async function updateMetadataByMid(
    type: MetaType,
    metaId: number,
    rawValue: unknown,
    newKey?: string,
  ): Promise<boolean> {
    const target = metaTable(type);
    const instead = await hooks.applyFilters<unknown>(
      `update_${type}_metadata_by_mid`,
      null,
      metaId,
      rawValue,
      newKey ?? false,
    );
    if (instead !== null && instead !== undefined) return Boolean(instead);
    const row = await findRow(type, metaId);
    if (!target || !row) return false;
    const key = newKey ?? row.meta_key;
    const value = await registry.sanitizeMeta(key, rawValue, type, await subtypeOf(type, row.object_id));
    await hooks.doAction(`update_${type}_meta`, metaId, row.object_id, key, value);
    const text = serializeMetaValue(value);
    if (type === 'post') await hooks.doAction('update_postmeta', metaId, row.object_id, key, toRawText(text));
    if (text === row.meta_value && key === row.meta_key) return false;
    await db()(target.table).where({ meta_id: metaId }).update({ meta_key: key, meta_value: text });
    await hooks.doAction(`updated_${type}_meta`, metaId, row.object_id, key, value);
    if (type === 'post') await hooks.doAction('updated_postmeta', metaId, row.object_id, key, toRawText(text));
    return true;
  }

  async function deleteMetadataByMid(type: MetaType, metaId: number): Promise<boolean> {
    const target = metaTable(type);
    const instead = await hooks.applyFilters<unknown>(`delete_${type}_metadata_by_mid`, null, metaId);
    if (instead !== null && instead !== undefined) return Boolean(instead);
    const row = await findRow(type, metaId);
    if (!target || !row) return false;
    const value = fromStoredText(row.meta_value);
    await hooks.doAction(`delete_${type}_meta`, [metaId], row.object_id, row.meta_key, value);
    if (type === 'post') await hooks.doAction('delete_postmeta', metaId);
    await db()(target.table).where({ meta_id: metaId }).delete();
    await hooks.doAction(`deleted_${type}_meta`, [metaId], row.object_id, row.meta_key, value);
    if (type === 'post') await hooks.doAction('deleted_postmeta', metaId);
    return true;
  }

  return { getMetadataByMid, updateMetadataByMid, deleteMetadataByMid };
}
