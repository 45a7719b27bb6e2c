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

/** Adds product images to the media library, which then provides image sizes and lists where a file is used. */
export interface ImageAdoption {
  /**
   * Processes the images of some products, or at most `max` images of any.
   * @returns the number of processed images
   */
  addToMediaLibrary(selection: { readonly products: readonly number[] } | { readonly max: number }): Promise<number>;
  /** Updates the products that use an attachment after the attachment has changed. */
  syncAttachment(attachment: number, metadata: AttachmentMetadata): Promise<void>;
  /** Returns the products that use an attachment. */
  listProductsUsing(attachment: number): Promise<readonly { readonly id: number; readonly name: string }[]>;
}

const UPLOADS = '/wp-content/uploads/';
/** Suffixes that the media library adds to a large or rotated image. */
const ATTACHMENT_SUFFIXES = ['', '-scaled', '-rotated'];
const MIME_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};
/** Attachment id of an image that cannot be added, so that it is not tried again. */
const NO_ATTACHMENT = -1;
/** Timeout of the lock on the images of one product, in milliseconds. */
const LOCK_MS = 60_000;

export function createImageAdoption(host: Host): ImageAdoption {
  const { db, homeUrl } = host;
  const images = () => db()('store_images');
  const stripHomeUrl = (url: string): string => url.split(homeUrl('')).join('');

  /** Returns the attachment id of a path below the uploads folder; 0 for none. */
  async function findAttachment(path: string): Promise<number> {
    const names = ATTACHMENT_SUFFIXES.map((suffix) => path.replace(/(\.[^.]+)$/, `${suffix}$1`));
    const row = await db()('postmeta')
      .where({ meta_key: '_wp_attached_file' })
      .whereIn('meta_value', names)
      .orderBy('post_id')
      .first<{ post_id: number } | undefined>('post_id');
    return row?.post_id ?? 0;
  }

  async function createAttachment(path: string, alt: string): Promise<number> {
    const type = MIME_TYPES[/\.([^.]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
    if (type === undefined || /(?:^|\/)\.\.(?:\/|$)/.test(path)) return NO_ATTACHMENT;
    const file = `${(await host.wpUploadDir()).basedir}/${path}`;
    const title = (path.split('/').pop() ?? path).replace(/\.[^.]+$/, '');
    const id = await host.wpInsertAttachment({ post_title: title, post_mime_type: type, post_status: 'inherit' }, file);
    if (isWpError(id) || id === 0) return NO_ATTACHMENT;
    await host.wpUpdateAttachmentMetadata(id, await host.wpGenerateAttachmentMetadata(id, file));
    if (alt !== '') await host.updatePostMeta(id, '_wp_attachment_image_alt', alt);
    return id;
  }

  async function imageColumns(
    attachment: number,
    metadata: AttachmentMetadata,
  ): Promise<Pick<ImageRow, 'source' | 'srcset' | 'width' | 'height'> | undefined> {
    const { file, width = 0, height = 0 } = metadata;
    if (file === undefined || width === 0 || height === 0) return undefined;
    const source = UPLOADS + file;
    const srcset = await host.wpCalculateImageSrcset([width, height], homeUrl(source), metadata, attachment);
    return { source, width, height, srcset: srcset === false ? '' : stripHomeUrl(srcset) };
  }

  async function updateImages(attachment: number, metadata: AttachmentMetadata): Promise<void> {
    const image = await imageColumns(attachment, metadata);
    if (image) await images().where({ attachment_id: attachment }).update(image);
  }

  return {
    syncAttachment: updateImages,
    addToMediaLibrary: (selection) =>
      db.withLock(
        'store_adopt_pictures',
        async () => {
          const pendingImages = images()
            .where({ attachment_id: 0 })
            .where('source', 'like', `${UPLOADS}%`)
            .orderBy('id');
          const rows = await ('products' in selection
            ? pendingImages.whereIn('product_id', [...selection.products])
            : pendingImages.limit(selection.max));
          for (const { id, source, alt } of rows) {
            const path = decodeURI(source.slice(UPLOADS.length));
            const attachment = (await findAttachment(path)) || (await createAttachment(path, alt));
            await images().where({ id }).update({ attachment_id: attachment });
            const metadata = attachment > 0 ? await host.wpGetAttachmentMetadata(attachment) : false;
            if (metadata) await updateImages(attachment, metadata);
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
