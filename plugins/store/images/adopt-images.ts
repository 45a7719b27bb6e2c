import { type AttachmentMetadata, isWpError, type PluginScope } from 'plinth';
import type { ImageRow } from './tables.js';

type Host = Pick<
  PluginScope,
  | 'db'
  | 'homeUrl'
  | 'wpUploadDir'
  | 'wpInsertAttachment'
  | 'wpGenerateAttachmentMetadata'
  | 'wpUpdateAttachmentMetadata'
  | 'wpGetAttachmentMetadata'
  | 'wpCalculateImageSrcset'
  | 'updatePostMeta'
>;

/** Adds product images to the media library, with its image sizes and file uses. */
export interface ImageAdoption {
  /**
   * Processes the images of some products, or at most `max` images of any.
   * @returns the number of processed images
   */
  addToMediaLibrary(which: { readonly products: readonly number[] } | { readonly max: number }): Promise<number>;
  /** Updates the products that show a file of the media library after it has changed. */
  syncAttachment(attachment: number, metadata: AttachmentMetadata): Promise<void>;
  /** Returns the products that show a file. */
  listProductsUsing(attachment: number): Promise<readonly { readonly id: number; readonly name: string }[]>;
}

const UPLOADS = '/wp-content/uploads/';
/** Suffixes that the media library adds to a large or rotated image. */
const SHOWN_AS = ['', '-scaled', '-rotated'];
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};
/** Stored when a file cannot be shown, so that it is not checked again. */
const NONE = -1;
/** Timeout of the lock on the images of one product, in milliseconds. */
const LOCK_MS = 60_000;

export function createImageAdoption(host: Host): ImageAdoption {
  const { db, homeUrl } = host;
  const images = () => db()('store_images');
  const stripHomeUrl = (address: string): string => address.split(homeUrl('')).join('');

  /** Returns the attachment id of a path below the uploads folder; 0 for none. */
  async function known(path: string): Promise<number> {
    const names = SHOWN_AS.map((mark) => path.replace(/(\.[^.]+)$/, `${mark}$1`));
    const row = await db()('postmeta')
      .where({ meta_key: '_wp_attached_file' })
      .whereIn('meta_value', names)
      .orderBy('post_id')
      .first<{ post_id: number } | undefined>('post_id');
    return row?.post_id ?? 0;
  }

  async function createAttachment(path: string, alt: string): Promise<number> {
    const type = TYPES[/\.([^.]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
    if (type === undefined || /(?:^|\/)\.\.(?:\/|$)/.test(path)) return NONE;
    const file = `${(await host.wpUploadDir()).basedir}/${path}`;
    const title = (path.split('/').pop() ?? path).replace(/\.[^.]+$/, '');
    const id = await host.wpInsertAttachment({ post_title: title, post_mime_type: type, post_status: 'inherit' }, file);
    if (isWpError(id) || id === 0) return NONE;
    await host.wpUpdateAttachmentMetadata(id, await host.wpGenerateAttachmentMetadata(id, file));
    if (alt !== '') await host.updatePostMeta(id, '_wp_attachment_image_alt', alt);
    return id;
  }

  async function shownAs(
    attachment: number,
    metadata: AttachmentMetadata,
  ): Promise<Pick<ImageRow, 'source' | 'srcset' | 'width' | 'height'> | undefined> {
    const { file, width = 0, height = 0 } = metadata;
    if (file === undefined || width === 0 || height === 0) return undefined;
    const source = UPLOADS + file;
    const srcset = await host.wpCalculateImageSrcset([width, height], homeUrl(source), metadata, attachment);
    return { source, width, height, srcset: srcset === false ? '' : stripHomeUrl(srcset) };
  }

  async function follow(attachment: number, metadata: AttachmentMetadata): Promise<void> {
    const image = await shownAs(attachment, metadata);
    if (image) await images().where({ attachment_id: attachment }).update(image);
  }

  return {
    syncAttachment: follow,
    addToMediaLibrary: (which) =>
      db.withLock(
        'store_adopt_pictures',
        async () => {
          const waiting = images().where({ attachment_id: 0 }).where('source', 'like', `${UPLOADS}%`).orderBy('id');
          const rows = await ('products' in which
            ? waiting.whereIn('product_id', [...which.products])
            : waiting.limit(which.max));
          for (const { id, source, alt } of rows) {
            const path = decodeURI(source.slice(UPLOADS.length));
            const attachment = (await known(path)) || (await createAttachment(path, alt));
            await images().where({ id }).update({ attachment_id: attachment });
            const metadata = attachment > 0 ? await host.wpGetAttachmentMetadata(attachment) : false;
            if (metadata) await follow(attachment, metadata);
          }
          return rows.length;
        },
        { ttl: LOCK_MS, wait: LOCK_MS },
      ),
    async listProductsUsing(attachment) {
      const ids = await images().where({ attachment_id: attachment }).distinct().pluck('product_id');
      return db()('store_products').whereIn('id', ids).orderBy('id').limit(50).select('id', 'name');
    },
  };
}
