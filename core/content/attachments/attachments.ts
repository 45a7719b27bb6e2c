import type { AttachmentsApi } from '../../api/index.js';
import { createAttachedFiles } from './attached-files.js';
import { type ContentImages, createContentImages } from './content-images.js';
import type { AttachmentDeps } from './deps.js';
import { createDownsize } from './downsize.js';
import { createSideload } from './sideload.js';
import { createImageMarkup } from './image-markup.js';
import { createImageSizes } from './image-sizes.js';
import { createLibrary } from './library.js';
import { createLoading } from './loading.js';
import { createFileReplacement, type FileReplacement } from './replace.js';
import { createSrcset } from './srcset.js';
import { createSubsizes } from './subsizes.js';
import { createThumbnails } from './thumbnails.js';
import { createUsageSearch, type UsageSearch } from './attachment-usage.js';

/** The attachments API with the parts that only core uses. */
export type SiteAttachments = AttachmentsApi & {
  /** Image functions that are used when content is rendered. */
  readonly images: ContentImages;
  /** Returns the months in which files were uploaded, newest first, as `YYYY-MM`. */
  months(): Promise<string[]>;
  /** Finds the posts that use a file, and replaces files. */
  readonly maintenance: FileReplacement & Pick<UsageSearch, 'findUsages'>;
};

/**
 * Creates the media library: files as posts, resized copies of images, and their HTML.
 * @since 0.1.0
 */
export function createAttachments(deps: AttachmentDeps): SiteAttachments {
  const files = createAttachedFiles(deps);
  const { sizeOf, ...sizes } = createImageSizes(deps);
  const loading = createLoading(deps);
  const downsize = createDownsize({ ...deps, files, sizes: { sizeOf } });
  const srcset = createSrcset({ ...deps, files, downsize });
  const { linkInText, ...markup } = createImageMarkup({ ...deps, files, downsize, srcset, loading });
  const subsizes = createSubsizes({ ...deps, files, sizes });
  const { months, ...library } = createLibrary({ ...deps, files });
  const uses = createUsageSearch({ ...deps, files });
  return {
    ...files,
    ...sizes,
    ...downsize,
    ...srcset,
    ...markup,
    ...createThumbnails({ ...deps, downsize, markup }),
    ...subsizes,
    ...library,
    ...createSideload({ ...deps, api: { ...files, ...subsizes, ...library } }),
    months,
    maintenance: {
      findUsages: uses.findUsages,
      ...createFileReplacement({ ...deps, uses, api: { ...files, ...subsizes } }),
    },
    images: createContentImages({ ...deps, files, srcset, markup: { linkInText }, loading }),
  };
}
