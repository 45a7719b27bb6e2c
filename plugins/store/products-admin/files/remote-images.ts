import { isWpError, type PluginScope } from 'plinth';
import { imageSize } from '../../images/image-size.js';
import type { ImageStore } from '../../images/image-store.js';
import { joinCell, splitCell } from './cell-list.js';
import type { CsvRow } from './csv-rows.js';
import type { FoundProduct } from './product-lookup.js';

interface RemoteImagesDeps {
  readonly scope: Pick<PluginScope, 'wpSafeRemoteGet' | 'wpUploadBits' | 'homeUrl'>;
  readonly images: Pick<ImageStore, 'listByProducts'>;
}

/** Timeout of a download in seconds. */
const TIMEOUT_S = 20;
/** Maximum size of an image in bytes. */
const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** Downloads images of another shop before the rows that refer to them are saved. */
export interface RemoteImages {
  /**
   * Returns the rows of a product with local image URLs. If the product already has images, none are downloaded. Images
   * that cannot be downloaded are skipped and reported.
   */
  download(rows: readonly CsvRow[], found: FoundProduct, report: (message: string) => void): Promise<readonly CsvRow[]>;
}

export function createRemoteImages({ scope, images }: RemoteImagesDeps, i18n: Pick<PluginScope, '__'>): RemoteImages {
  async function downloadImage(url: string): Promise<{ readonly source: string; readonly size: string } | undefined> {
    const response = await scope.wpSafeRemoteGet(url, { timeout: TIMEOUT_S, limitResponseSize: MAX_IMAGE_BYTES });
    if (isWpError(response) || response.response.code !== 200) return undefined;
    const { bytes } = response;
    const size = imageSize(bytes);
    const stored = size
      ? await scope.wpUploadBits(decodeURIComponent(new URL(url).pathname.split('/').pop() ?? 'picture'), bytes)
      : undefined;
    return size && stored && !isWpError(stored)
      ? { source: new URL(stored.url).pathname, size: `${size.width}x${size.height}` }
      : undefined;
  }

  return {
    async download(rows, { id }, report) {
      const hasImages = id > 0 && ((await images.listByProducts([id])).get(id)?.length ?? 0) > 0;
      if (hasImages)
        return rows.map(({ cells: { images: _images, image: _image, ...cells }, ...row }) => ({ ...row, cells }));
      const localImages = new Map<string, { readonly source: string; readonly size: string }>();
      const urls = [
        ...new Set(
          rows.flatMap(({ cells }) => [...splitCell(cells.images ?? ''), ...(cells.image ? [cells.image] : [])]),
        ),
      ];
      for (const url of urls) {
        const image = /^https?:\/\//.test(url) ? await downloadImage(url) : undefined;
        if (image) localImages.set(url, image);
        else
          report(
            i18n.__(
              'The image %s could not be downloaded. The product will be imported without it.',
              url.slice(0, 200),
            ),
          );
      }
      // The images of a product include those of its variations.
      const downloadedImages = [...localImages.values()];
      return rows.map((row, index) => ({
        ...row,
        cells:
          index === 0
            ? {
                ...row.cells,
                images: joinCell(
                  downloadedImages.map(({ source }) => source),
                  '|',
                ),
                image_sizes: joinCell(
                  downloadedImages.map(({ size }) => size),
                  '|',
                ),
              }
            : { ...row.cells, image: localImages.get(row.cells.image ?? '')?.source ?? '' },
      }));
    },
  };
}
