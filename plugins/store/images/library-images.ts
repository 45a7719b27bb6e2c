import type { AttachmentMetadata, PluginScope } from 'plinth';
import type { ImageAdoption } from './adopt-images.js';

const JOB = 'store/adopt_images';
/** Number of images per run of the job. */
const PART = 20;

/**
 * Adds existing product images to the media library in the background, and updates products when files of the library
 * change.
 */
export async function keepImagesInLibrary(
  scope: PluginScope,
  { addToMediaLibrary, syncAttachment, listProductsUsing }: ImageAdoption,
  adminUrlOf: (product: number) => string,
): Promise<() => Promise<void>> {
  const start = async (): Promise<void> => {
    const waiting = await scope
      .db()('store_images')
      .where({ attachment_id: 0 })
      .where('source', 'like', '/wp-content/uploads/%')
      .first('id');
    if (waiting) await scope.enqueueJob(JOB);
  };
  scope.registerJob(JOB, async () => {
    if ((await addToMediaLibrary({ max: PART })) === PART) await scope.enqueueJob(JOB);
  });
  scope.addFilter(
    'wp_update_attachment_metadata',
    async (metadata: AttachmentMetadata | false, id: number) => {
      if (metadata) await syncAttachment(id, metadata);
      return metadata;
    },
    10,
    2,
  );
  scope.addFilter(
    'plinth/attachment_usage',
    async (uses, id) => [
      ...uses,
      ...(await listProductsUsing(id)).map((product) => ({
        title: product.name,
        url: adminUrlOf(product.id),
        note: scope.__('Product'),
      })),
    ],
    10,
    2,
  );
  await start();
  return start;
}
