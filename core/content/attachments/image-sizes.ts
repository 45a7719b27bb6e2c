import type { AttachmentsApi, ImageSubsize } from '../../api/index.js';
import type { AttachmentDeps } from './deps.js';

/** The image sizes that have settings, with their default values in pixels. */
const SETTINGS_SIZES: Readonly<Record<string, ImageSubsize>> = {
  thumbnail: { width: 150, height: 150, crop: true },
  medium: { width: 300, height: 300, crop: false },
  medium_large: { width: 768, height: 0, crop: false },
  large: { width: 1024, height: 1024, crop: false },
};
/** Sizes for high-density screens (`_wp_add_additional_image_sizes`). */
const HIGH_DENSITY_SIZES: Readonly<Record<string, ImageSubsize>> = {
  '1536x1536': { width: 1536, height: 1536, crop: false },
  '2048x2048': { width: 2048, height: 2048, crop: false },
};

type ImageSizes = Pick<
  AttachmentsApi,
  'addImageSize' | 'removeImageSize' | 'hasImageSize' | 'getIntermediateImageSizes' | 'wpGetRegisteredImageSubsizes'
>;

/** Manages the image sizes: those in the settings, and those added by themes and plugins. */
export function createImageSizes({ hooks, options }: Pick<AttachmentDeps, 'hooks' | 'options'>) {
  const registeredSizes = new Map<string, ImageSubsize>(Object.entries(HIGH_DENSITY_SIZES));

  const getIntermediateImageSizes = async (): Promise<string[]> =>
    hooks.applyFilters('intermediate_image_sizes', [
      ...new Set([...Object.keys(SETTINGS_SIZES), ...registeredSizes.keys()]),
    ]);

  /** Returns the current definition of a size. */
  const sizeOf = async (name: string): Promise<ImageSubsize | undefined> => {
    const registered = registeredSizes.get(name);
    const standard = SETTINGS_SIZES[name];
    if (registered || !standard) return registered;
    const width = Number(await options.getOption(`${name}_size_w`, standard.width)) || 0;
    const height = Number(await options.getOption(`${name}_size_h`, standard.height)) || 0;
    const crop = name === 'thumbnail' ? Boolean(Number(await options.getOption('thumbnail_crop', 1))) : false;
    return { width, height, crop };
  };

  const wpGetRegisteredImageSubsizes = async (): Promise<Record<string, ImageSubsize>> => {
    const sizes: Record<string, ImageSubsize> = {};
    for (const name of await getIntermediateImageSizes()) {
      const size = await sizeOf(name);
      if (size && (size.width > 0 || size.height > 0)) sizes[name] = size;
    }
    return sizes;
  };

  const api: ImageSizes = {
    getIntermediateImageSizes,
    wpGetRegisteredImageSubsizes,
    addImageSize: (name, width = 0, height = 0, crop = false) =>
      void registeredSizes.set(name, {
        width: Math.abs(Math.trunc(width)),
        height: Math.abs(Math.trunc(height)),
        crop,
      }),
    removeImageSize: (name) => registeredSizes.delete(name),
    hasImageSize: (name) => registeredSizes.has(name),
  };
  return { ...api, sizeOf };
}
