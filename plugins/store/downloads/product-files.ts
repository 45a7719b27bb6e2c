import type { PluginScope } from 'plinth';
import type { FileStore, StoredFile } from './file-storage.js';
import type { ProductFileRow } from './tables.js';

/** A file of a product or of one of its variations. */
export interface ProductFile {
  readonly id: number;
  readonly productId: number;
  /** 0 for all variations. */
  readonly variationId: number;
  /** Label shown to buyers. */
  readonly name: string;
  readonly position: number;
  readonly file: StoredFile;
}

/** A file of a product as submitted by the owner. */
export interface ProductFileInput {
  /** 0 for a file that is new to the product. */
  readonly id: number;
  readonly fileId: number;
  readonly variationId: number;
  readonly name: string;
}

/** Allowed number of downloads and of days; null for the default of the shop, 0 for no limit. */
export interface DownloadLimits {
  readonly downloads: number | null;
  /** Counted from the payment. */
  readonly days: number | null;
}

export interface ProductFiles {
  /** Returns the files currently for sale, in the owner's order. */
  listByProducts(productIds: readonly number[]): Promise<readonly ProductFile[]>;
  /** Returns files by id, including retired ones. */
  find(ids: readonly number[]): Promise<ReadonlyMap<number, ProductFile>>;
  limitsOf(productId: number): Promise<DownloadLimits>;
  /**
   * Saves the files of a product. Removed files remain available to customers who bought them. Call it inside a
   * transaction.
   */
  save(productId: number, files: readonly ProductFileInput[], limits: DownloadLimits): Promise<void>;
  /**
   * Retires files of products and variations that were deleted.
   * @returns whether there were any
   */
  retireDeleted(productIds: readonly number[]): Promise<boolean>;
  /** Returns retired files with an id greater than `after`. */
  listRetired(after: number, limit: number): Promise<readonly ProductFile[]>;
  /** Deletes a file, including its data if no other product uses it. */
  delete(file: ProductFile): Promise<void>;
}

/** Maximum number of files per product. */
export const MAX_FILES = 30;

export function createProductFiles({
  db,
  fileStore,
}: Pick<PluginScope, 'db'> & { readonly fileStore: FileStore }): ProductFiles {
  const table = () => db()('store_product_files');
  const limits = () => db()('store_download_limits');

  async function toProductFiles(rows: readonly ProductFileRow[]): Promise<ProductFile[]> {
    const files = await fileStore.find(rows.map(({ file_id }) => file_id));
    return rows.flatMap(({ id, product_id, variation_id, file_id, name, position }) => {
      const file = files.get(file_id);
      return file ? [{ id, productId: product_id, variationId: variation_id, name, position, file }] : [];
    });
  }

  return {
    listByProducts: async (ids) =>
      ids.length === 0
        ? []
        : toProductFiles(
            await table()
              .whereIn('product_id', [...ids])
              .where({ retired: 0 })
              .orderBy(['product_id', 'position', 'id'])
              .select('*'),
          ),
    find: async (ids) =>
      new Map(
        (ids.length === 0
          ? []
          : await toProductFiles(
              await table()
                .whereIn('id', [...ids])
                .select('*'),
            )
        ).map((file) => [file.id, file]),
      ),
    async limitsOf(product_id) {
      const row = await limits().where({ product_id }).first('downloads', 'days');
      return { downloads: row?.downloads ?? null, days: row?.days ?? null };
    },
    async save(product_id, files, { downloads, days }) {
      const known = await table().where({ product_id, retired: 0 }).select('id', 'file_id');
      const storedFiles = await fileStore.find(files.map(({ fileId }) => fileId));
      const validFiles = files
        .slice(0, MAX_FILES)
        .filter(({ id, fileId }) => known.some((row) => row.id === id) || (id === 0 && storedFiles.has(fileId)));
      await table()
        .where({ product_id, retired: 0 })
        .whereNotIn(
          'id',
          validFiles.map(({ id }) => id),
        )
        .update({ retired: 1 });
      for (const [position, { id, fileId, variationId, name }] of validFiles.entries()) {
        const row = {
          variation_id: variationId,
          name: name.slice(0, 200) || (storedFiles.get(fileId)?.name ?? ''),
          position,
        };
        if (id > 0) await table().where({ id, product_id }).update(row);
        else await table().insert({ product_id, file_id: fileId, retired: 0, ...row });
      }
      if (downloads === null && days === null) await limits().where({ product_id }).delete();
      else await limits().insert({ product_id, downloads, days }).onConflict('product_id').merge();
    },
    async retireDeleted(productIds) {
      // 0 means that any product may have changed.
      const all = table().where({ retired: 0 }).distinct('product_id', 'variation_id');
      const rows = await (productIds.includes(0) ? all : all.whereIn('product_id', [...productIds]));
      let hasRetired = false;
      if (rows.length === 0) return hasRetired;
      const products = await db()('store_products')
        .whereIn(
          'id',
          rows.map((row) => row.product_id),
        )
        .pluck('id');
      const variations = await db()('store_variations').whereIn('product_id', products).pluck('id');
      for (const { product_id, variation_id } of rows) {
        if (products.includes(product_id) && (variation_id === 0 || variations.includes(variation_id))) continue;
        hasRetired = true;
        await table().where({ product_id, variation_id }).update({ retired: 1 });
        if (!products.includes(product_id)) await limits().where({ product_id }).delete();
      }
      return hasRetired;
    },
    listRetired: async (after, limit) =>
      toProductFiles(
        await table().where({ retired: 1 }).where('id', '>', after).orderBy('id').limit(limit).select('*'),
      ),
    async delete({ id, file }) {
      await db.transaction(async () => {
        const permissions = await db()('store_download_permissions').where({ product_file_id: id }).pluck('id');
        await db()('store_download_log').whereIn('permission_id', permissions).delete();
        await db()('store_download_permissions').whereIn('id', permissions).delete();
        await table().where({ id }).delete();
      });
      await fileStore.clear([file.id]);
    },
  };
}
