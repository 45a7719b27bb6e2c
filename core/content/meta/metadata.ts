import type { Database, HookApi, MetadataApi, MetaType } from '../../api/index.js';
import { createMetaRegistry } from './meta-registry.js';
import { isObjectId } from './meta-tables.js';
import { createMetadataByMid } from './metadata-by-mid.js';
import { createMetadataReads } from './metadata-reads.js';
import { createMetadataWrites } from './metadata-writes.js';
import { noDataCache, type DataCache } from '../../cache/index.js';

interface MetadataDeps {
  db: Database;
  hooks: HookApi;
  dataCache?: DataCache;
}

/**
 * Creates the metadata of posts, users, terms and comments.
 * @since 0.1.0 (WordPress: get_metadata, update_metadata …)
 */
export function createMetadata({ db, hooks, dataCache = noDataCache }: MetadataDeps): MetadataApi {
  const registry = createMetaRegistry(hooks, subtypeOf);
  const reads = createMetadataReads({ db, hooks, dataCache });
  const { getMetadata, findRaw, findDefault } = reads;
  const writes = createMetadataWrites({ db, hooks, registry, subtypeOf });
  const { addMetadata, updateMetadata, deleteMetadata } = writes;

  async function subtypeOf(type: MetaType, id: number): Promise<string> {
    if (type === 'user' || type === 'comment') return type;
    if (type === 'term') return (await db()('term_taxonomy').where({ term_id: id }).first('taxonomy'))?.taxonomy ?? '';
    return (await db()('posts').where({ id }).first('post_type'))?.post_type ?? '';
  }

  /** Returns the post that stores the metadata: for a revision, its parent post. */
  async function resolvePostId(id: number): Promise<number> {
    if (!isObjectId(id)) return id;
    const row = await db()('posts').where({ id, post_type: 'revision' }).first('post_parent');
    return row?.post_parent ?? id;
  }

  return {
    ...registry,
    getMetadata,
    getPostMeta: (id, key, single) => getMetadata('post', id, key, single),
    getUserMeta: (id, key, single) => getMetadata('user', id, key, single),
    getTermMeta: (id, key, single) => getMetadata('term', id, key, single),
    getMetadataRaw: async (type, id, key = '', single = false) => findRaw(type, id, key, single),
    getMetadataDefault: async (type, id, key, single = false) => findDefault(type, id, key, single),
    metadataExists: reads.metadataExists,
    ...writes,
    ...createMetadataByMid({ db, hooks, registry, subtypeOf }),
    addPostMeta: async (id, key, value, unique) => addMetadata('post', await resolvePostId(id), key, value, unique),
    updatePostMeta: async (id, key, value, previous) =>
      updateMetadata('post', await resolvePostId(id), key, value, previous),
    deletePostMeta: async (id, key, value) => deleteMetadata('post', await resolvePostId(id), key, value),
    deletePostMetaByKey: (key) => deleteMetadata('post', 0, key, '', true),
    addUserMeta: (id, key, value, unique) => addMetadata('user', id, key, value, unique),
    updateUserMeta: (id, key, value, previous) => updateMetadata('user', id, key, value, previous),
    deleteUserMeta: (id, key, value) => deleteMetadata('user', id, key, value),
    addTermMeta: (id, key, value, unique) => addMetadata('term', id, key, value, unique),
    updateTermMeta: (id, key, value, previous) => updateMetadata('term', id, key, value, previous),
    deleteTermMeta: (id, key, value) => deleteMetadata('term', id, key, value),
  };
}
