import {
  andThen,
  type Database,
  type HookApi,
  type MaybePromise,
  type MetaRow,
  type MetaType,
} from '../../api/index.js';
import { type MetadataAtOnce, promised, type SiteMetadata } from '../../api/at-once.js';
import { keepNothing, type KeptRows } from '../../db/index.js';
import { fromStoredText, sameValue } from '../../options/stored-text.js';
import { readableText, toMetaText } from './meta-text.js';
import { createMetaRegistry } from './meta-registry.js';
import { type MetaTable, metaTable } from './meta-tables.js';

interface MetadataDeps {
  db: Database;
  hooks: HookApi;
  kept?: KeptRows;
}

interface Row {
  meta_id: number;
  object_id: number;
  meta_key: string;
  meta_value: string;
}

/** Whose generation a table of metadata belongs to, where it is not that of content. */
const OF_TABLE: Readonly<Record<string, string | undefined>> = { usermeta: 'users', commentmeta: 'comments' };

/**
 * Creates the metadata of posts, users, terms and comments.
 * @since 0.1.0 (WordPress: get_metadata and its family)
 */
export function createMetadata({ db, hooks, kept = keepNothing }: MetadataDeps): SiteMetadata {
  const registry = createMetaRegistry(hooks, subtypeOf);

  async function subtypeOf(type: MetaType, id: number): Promise<string> {
    if (type === 'user' || type === 'comment') return type;
    if (type === 'term')
      return (
        ((await db()('term_taxonomy').where({ term_id: id }).first('taxonomy')) as { taxonomy: string } | undefined)
          ?.taxonomy ?? ''
      );
    return (
      ((await db()('posts').where({ id }).first('post_type')) as { post_type: string } | undefined)?.post_type ?? ''
    );
  }

  function rowsOf(place: MetaTable, id: number, key?: string): Promise<Row[]> {
    const query = db()<Row>(place.table).where({ [place.object]: id });
    if (key !== undefined) void query.where({ meta_key: key });
    return query.orderBy('meta_id').select<Row[]>('meta_id', `${place.object} as object_id`, 'meta_key', 'meta_value');
  }

  /** All rows of an object, which are read and kept at once. */
  function keptRowsOf(place: MetaTable, id: number): MaybePromise<readonly Row[]> {
    return kept.keep(OF_TABLE[place.table] ?? 'content', `${place.table}:${id}`, () => rowsOf(place, id));
  }

  function findRaw(type: MetaType, id: number, key: string, single: boolean): MaybePromise<unknown> {
    const place = metaTable(type);
    if (!place || !isObjectId(id)) return false;
    return andThen(hooks.applyFilters<unknown>(`get_${type}_metadata`, null, id, key, single, type), (instead) => {
      if (instead !== null && instead !== undefined)
        return single && Array.isArray(instead) ? (instead as unknown[])[0] : instead;
      return andThen(keptRowsOf(place, id), (rows) => (isNoKey(key) ? textsOf(rows) : valueOf(rows, key, single)));
    });
  }

  function findDefault(type: MetaType, id: number, key: string, single: boolean): MaybePromise<unknown> {
    const value = hooks.applyFilters<unknown>(`default_${type}_metadata`, single ? '' : [], id, key, single, type);
    return andThen(value, (found) => (single || Array.isArray(found) ? found : [found]));
  }

  function getMetadata(type: MetaType, id: number, key = '', single = false): MaybePromise<unknown> {
    return andThen(findRaw(type, id, key, single), (value) =>
      value === null ? findDefault(type, id, key, single) : value,
    );
  }

  async function addMetadata(
    type: MetaType,
    id: number,
    key: string,
    given: unknown,
    unique = false,
  ): Promise<number | false> {
    const place = metaTable(type);
    if (!place || !isObjectId(id) || isNoKey(key)) return false;
    const value = await registry.sanitizeMeta(key, given, type, await subtypeOf(type, id));
    const instead = await hooks.applyFilters<unknown>(`add_${type}_metadata`, null, id, key, value, unique);
    if (instead !== null && instead !== undefined) return instead as number | false;
    return db.transaction(async () => {
      if (unique && (await rowsOf(place, id, key)).length > 0) return false;
      await hooks.doAction(`add_${type}_meta`, id, key, value);
      const [inserted] = (await db()(place.table).insert({
        [place.object]: id,
        meta_key: key,
        meta_value: toMetaText(value),
      })) as [number];
      await hooks.doAction(`added_${type}_meta`, inserted, id, key, value);
      return inserted;
    });
  }

  async function updateMetadata(
    type: MetaType,
    id: number,
    key: string,
    given: unknown,
    previous: unknown = '',
  ): Promise<number | boolean> {
    const place = metaTable(type);
    if (!place || !isObjectId(id) || isNoKey(key)) return false;
    const value = await registry.sanitizeMeta(key, given, type, await subtypeOf(type, id));
    const instead = await hooks.applyFilters<unknown>(`update_${type}_metadata`, null, id, key, value, previous);
    if (instead !== null && instead !== undefined) return Boolean(instead);
    return db.transaction(async () => {
      const all = await rowsOf(place, id, key);
      const only = all.length === 1 ? all[0] : undefined;
      if (isEmpty(previous) && only && sameValue(fromStoredText(only.meta_value), value)) return false;
      if (all.length === 0) return addMetadata(type, id, key, given);
      const text = toMetaText(value);
      const rows = isEmpty(previous) ? all : all.filter((row) => row.meta_value === toMetaText(previous));
      for (const row of rows) {
        await hooks.doAction(`update_${type}_meta`, row.meta_id, id, key, value);
        if (type === 'post') await hooks.doAction('update_postmeta', row.meta_id, id, key, readableText(text));
      }
      const changed = rows.filter((row) => row.meta_value !== text);
      if (changed.length === 0) return false;
      await db()(place.table)
        .whereIn(
          'meta_id',
          changed.map((row) => row.meta_id),
        )
        .update({ meta_value: text });
      for (const row of rows) {
        await hooks.doAction(`updated_${type}_meta`, row.meta_id, id, key, value);
        if (type === 'post') await hooks.doAction('updated_postmeta', row.meta_id, id, key, readableText(text));
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
    const place = metaTable(type);
    if (!place || isNoKey(key) || (!all && !isObjectId(id))) return false;
    const instead = await hooks.applyFilters<unknown>(`delete_${type}_metadata`, null, id, key, value, all);
    if (instead !== null && instead !== undefined) return Boolean(instead);
    return db.transaction(async () => {
      const query = db()(place.table).where({ meta_key: key });
      if (!all) void query.where({ [place.object]: id });
      if (value !== '' && value !== null && value !== false) void query.where({ meta_value: toMetaText(value) });
      const ids = await query.pluck<number[]>('meta_id');
      if (ids.length === 0) return false;
      await hooks.doAction(`delete_${type}_meta`, ids, id, key, value);
      if (type === 'post') await hooks.doAction('delete_postmeta', ids);
      await db()(place.table).whereIn('meta_id', ids).delete();
      await hooks.doAction(`deleted_${type}_meta`, ids, id, key, value);
      if (type === 'post') await hooks.doAction('deleted_postmeta', ids);
      return true;
    });
  }

  async function rowByMid(type: MetaType, metaId: number): Promise<Row | undefined> {
    const place = metaTable(type);
    if (!place || !isObjectId(metaId)) return undefined;
    return db()(place.table)
      .where({ meta_id: metaId })
      .first('meta_id', `${place.object} as object_id`, 'meta_key', 'meta_value') as Promise<Row | undefined>;
  }

  async function getMetadataByMid(type: MetaType, metaId: number): Promise<MetaRow | false> {
    const instead = await hooks.applyFilters<unknown>(`get_${type}_metadata_by_mid`, null, metaId);
    if (instead !== null && instead !== undefined) return instead as MetaRow | false;
    const row = await rowByMid(type, metaId);
    return row ? { ...row, meta_value: fromStoredText(row.meta_value) } : false;
  }

  async function updateMetadataByMid(
    type: MetaType,
    metaId: number,
    given: unknown,
    newKey?: string,
  ): Promise<boolean> {
    const place = metaTable(type);
    const instead = await hooks.applyFilters<unknown>(
      `update_${type}_metadata_by_mid`,
      null,
      metaId,
      given,
      newKey ?? false,
    );
    if (instead !== null && instead !== undefined) return Boolean(instead);
    const row = await rowByMid(type, metaId);
    if (!place || !row) return false;
    const key = newKey ?? row.meta_key;
    const value = await registry.sanitizeMeta(key, given, type, await subtypeOf(type, row.object_id));
    await hooks.doAction(`update_${type}_meta`, metaId, row.object_id, key, value);
    const text = toMetaText(value);
    if (type === 'post') await hooks.doAction('update_postmeta', metaId, row.object_id, key, readableText(text));
    if (text === row.meta_value && key === row.meta_key) return false;
    await db()(place.table).where({ meta_id: metaId }).update({ meta_key: key, meta_value: text });
    await hooks.doAction(`updated_${type}_meta`, metaId, row.object_id, key, value);
    if (type === 'post') await hooks.doAction('updated_postmeta', metaId, row.object_id, key, readableText(text));
    return true;
  }

  async function deleteMetadataByMid(type: MetaType, metaId: number): Promise<boolean> {
    const place = metaTable(type);
    const instead = await hooks.applyFilters<unknown>(`delete_${type}_metadata_by_mid`, null, metaId);
    if (instead !== null && instead !== undefined) return Boolean(instead);
    const row = await rowByMid(type, metaId);
    if (!place || !row) return false;
    const value = fromStoredText(row.meta_value);
    await hooks.doAction(`delete_${type}_meta`, [metaId], row.object_id, row.meta_key, value);
    if (type === 'post') await hooks.doAction('delete_postmeta', metaId);
    await db()(place.table).where({ meta_id: metaId }).delete();
    await hooks.doAction(`deleted_${type}_meta`, [metaId], row.object_id, row.meta_key, value);
    if (type === 'post') await hooks.doAction('deleted_postmeta', metaId);
    return true;
  }

  /** What is written about a revision belongs to its post. */
  async function postOf(id: number): Promise<number> {
    if (!isObjectId(id)) return id;
    const row = (await db()('posts').where({ id, post_type: 'revision' }).first('post_parent')) as
      { post_parent: number } | undefined;
    return row?.post_parent ?? id;
  }

  const now: MetadataAtOnce = {
    getMetadata,
    getPostMeta: (id, key, single) => getMetadata('post', id, key, single),
    getUserMeta: (id, key, single) => getMetadata('user', id, key, single),
    getTermMeta: (id, key, single) => getMetadata('term', id, key, single),
  };
  return {
    ...registry,
    ...promised(now),
    now,
    getMetadataRaw: async (type, id, key = '', single = false) => findRaw(type, id, key, single),
    getMetadataDefault: async (type, id, key, single = false) => findDefault(type, id, key, single),
    async metadataExists(type, id, key) {
      const place = metaTable(type);
      if (!place || !isObjectId(id)) return false;
      const instead = await hooks.applyFilters<unknown>(`get_${type}_metadata`, null, id, key, true, type);
      if (instead !== null && instead !== undefined) return Boolean(instead);
      return (await keptRowsOf(place, id)).some((row) => row.meta_key === key);
    },
    addMetadata,
    updateMetadata,
    deleteMetadata,
    getMetadataByMid,
    updateMetadataByMid,
    deleteMetadataByMid,
    addPostMeta: async (id, key, value, unique) => addMetadata('post', await postOf(id), key, value, unique),
    updatePostMeta: async (id, key, value, previous) => updateMetadata('post', await postOf(id), key, value, previous),
    deletePostMeta: async (id, key, value) => deleteMetadata('post', await postOf(id), key, value),
    deletePostMetaByKey: (key) => deleteMetadata('post', 0, key, '', true),
    addUserMeta: (id, key, value, unique) => addMetadata('user', id, key, value, unique),
    updateUserMeta: (id, key, value, previous) => updateMetadata('user', id, key, value, previous),
    deleteUserMeta: (id, key, value) => deleteMetadata('user', id, key, value),
    addTermMeta: (id, key, value, unique) => addMetadata('term', id, key, value, unique),
    updateTermMeta: (id, key, value, previous) => updateMetadata('term', id, key, value, previous),
    deleteTermMeta: (id, key, value) => deleteMetadata('term', id, key, value),
  };
}

/** Every value of an object in its stored text, by key. */
function textsOf(rows: readonly Row[]): Record<string, string[]> {
  const all: Record<string, string[]> = {};
  for (const row of rows) (all[row.meta_key] ??= []).push(readableText(row.meta_value));
  return all;
}

/** The values under a key; null when there are none. */
function valueOf(rows: readonly Row[], key: string, single: boolean): unknown {
  const found = rows.filter((row) => row.meta_key === key);
  const first = found[0];
  if (!first) return null;
  return single ? fromStoredText(first.meta_value) : found.map((row) => fromStoredText(row.meta_value));
}

/** A key that PHP takes for none. */
function isNoKey(key: string): boolean {
  return key === '' || key === '0';
}

function isObjectId(id: unknown): id is number {
  return typeof id === 'number' && Number.isInteger(id) && id > 0;
}

/** What PHP's `empty` calls empty: WordPress takes such a previous value for none. */
function isEmpty(value: unknown): boolean {
  return !value || value === '0' || (Array.isArray(value) && value.length === 0);
}
