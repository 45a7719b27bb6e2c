import type { AttachmentMetadata, PluginScope } from 'plinth';
import type { ImageAdoption } from './adopt-images.js';

const JOB = 'store/adopt_images';
/** Number of images per run of the job. */
const BATCH_SIZE = 20;

/**
 * Adds existing product images to the media library in the background, and updates products when an attachment changes.
 * @returns a function that starts the background job if there are images to add
 */
export async function syncImagesWithLibrary(
  scope: PluginScope,
  { addToMediaLibrary, syncAttachment, listProductsUsing }: ImageAdoption,
  adminUrlOf: (product: number) => string,
): Promise<() => Promise<void>> {
  const start = async (): Promise<void> => {
    const pendingImage = await scope
      .db()('store_images')
      .where({ attachment_id: 0 })
      .where('source', 'like', '/wp-content/uploads/%')
      .first('id');
    if (pendingImage) await scope.enqueueJob(JOB);
  };
  scope.registerJob(JOB, async () => {
    if ((await addToMediaLibrary({ max: BATCH_SIZE })) === BATCH_SIZE) await scope.enqueueJob(JOB);
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
    async (usages, id) => [
      ...usages,
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
