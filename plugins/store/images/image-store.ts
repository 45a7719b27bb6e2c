import { type PluginScope } from 'plinth';
import { readShownRows } from '../change-log/visible-rows.js';
import type { ProductImage } from '../contract/index.js';
import type { ImageRow } from './tables.js';

/** An image to store with a product. */
export interface ImageInput {
  /** `asset:<file>` of this plugin, a path of this site, or a URL. */
  readonly source: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

export interface ImageStore {
  /** Returns images by product, in order. */
  listByProducts(productIds: readonly number[]): Promise<ReadonlyMap<number, readonly ImageRow[]>>;
  /** Returns the first image of each product. */
  first(productIds: readonly number[]): Promise<ReadonlyMap<number, ImageRow>>;
  show(row: ImageRow): ProductImage;
  urlOf(source: string): string;
}

export function createImageStore({
  db,
  plugin,
  homeUrl,
  cache,
}: Pick<PluginScope, 'db' | 'plugin' | 'homeUrl' | 'cache'>): ImageStore {
  function urlOf(source: string): string {
    if (source.startsWith('asset:'))
      return `${plugin.assetsUrl}/${source.slice('asset:'.length)}?ver=${plugin.version}`;
    return source.startsWith('/') ? homeUrl(source) : source;
  }

  async function loadImages(productIds: readonly number[]): Promise<Map<number, ImageRow[]>> {
    if (productIds.length === 0) return new Map<number, ImageRow[]>();
    const rows = readShownRows({ cache }, 'images', productIds, () =>
      db()('store_images').whereIn('product_id', productIds).orderBy(['product_id', 'position', 'id']),
    );
    const all = await rows;
    const found = new Map<number, ImageRow[]>();
    for (const row of all) found.set(row.product_id, [...(found.get(row.product_id) ?? []), row]);
    return found;
  }

  return {
    listByProducts: loadImages,
    urlOf,
    async first(productIds) {
      return new Map(
        [...(await loadImages(productIds))].flatMap(([id, rows]) => (rows[0] ? [[id, rows[0]] as const] : [])),
      );
    },
    show: (row) => ({
      url: urlOf(row.source),
      alt: row.alt,
      width: row.width,
      height: row.height,
      ...(row.srcset ? { srcset: row.srcset.replace(/(^|, )\//g, `$1${homeUrl('/')}`) } : {}),
    }),
  };
}
