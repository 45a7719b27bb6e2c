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

/** Timeout of an image download in seconds, and maximum size in bytes. */
const TIMEOUT_S = 20;
const LARGEST = 10 * 1024 * 1024;

/** Downloads the images of another shop before the rows that reference them are saved. */
export interface RemoteImages {
  /**
   * Returns a product's rows with local image URLs. A product that already has images keeps them. An image that cannot
   * be downloaded is skipped and reported.
   */
  download(rows: readonly CsvRow[], found: FoundProduct, report: (message: string) => void): Promise<readonly CsvRow[]>;
}

export function createRemoteImages({ scope, images }: RemoteImagesDeps, i18n: Pick<PluginScope, '__'>): RemoteImages {
  async function fetch(url: string): Promise<{ readonly source: string; readonly size: string } | undefined> {
    const response = await scope.wpSafeRemoteGet(url, { timeout: TIMEOUT_S, limitResponseSize: LARGEST });
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
      const has = id > 0 && ((await images.listByProducts([id])).get(id)?.length ?? 0) > 0;
      if (has)
        return rows.map(({ cells: { images: _images, image: _image, ...cells }, ...row }) => ({ ...row, cells }));
      const brought = new Map<string, { readonly source: string; readonly size: string }>();
      const urls = [
        ...new Set(
          rows.flatMap(({ cells }) => [...splitCell(cells.images ?? ''), ...(cells.image ? [cells.image] : [])]),
        ),
      ];
      for (const url of urls) {
        const image = /^https?:\/\//.test(url) ? await fetch(url) : undefined;
        if (image) brought.set(url, image);
        else
          report(
            i18n.__(
              'The image %s could not be downloaded. The product will be imported without it.',
              url.slice(0, 200),
            ),
          );
      }
      // Images of variations are also among those of their product.
      const all = [...brought.values()];
      return rows.map((row, index) => ({
        ...row,
        cells:
          index === 0
            ? {
                ...row.cells,
                images: joinCell(
                  all.map(({ source }) => source),
                  '|',
                ),
                image_sizes: joinCell(
                  all.map(({ size }) => size),
                  '|',
                ),
              }
            : { ...row.cells, image: brought.get(row.cells.image ?? '')?.source ?? '' },
      }));
    },
  };
}
