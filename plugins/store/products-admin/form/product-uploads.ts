import { isWpError, type PageRequest, type PluginScope } from 'plinth';
import type { FormError } from '../../contract/index.js';
import { imageSize } from '../../images/image-size.js';
import { PRODUCT_LIMITS } from '../../products/product-limits.js';
import type { ImageForm, ProductForm } from './product-form.js';

/** Codes of the errors of a disk that cannot store anything. */
const DISK_ERRORS: readonly string[] = ['disk_full', 'disk_read_only'];

/** Stores uploaded images and adds them to the form, so that they are preserved even if the form has errors. */
export async function storeUploads(
  { __, wpUploadBits }: Pick<PluginScope, '__' | 'wpUploadBits'>,
  request: PageRequest,
  form: ProductForm,
): Promise<{ form: ProductForm; errors: FormError[] }> {
  const errors: FormError[] = [];
  const newImages: ImageForm[] = [];
  for (const file of request.files
    .filter(({ field, bytes }) => field.startsWith('uploads') && bytes.length > 0)
    .slice(0, PRODUCT_LIMITS.images)) {
    const size = imageSize(file.bytes);
    const stored = size ? await wpUploadBits(file.name, file.bytes) : null;
    if (!size || !stored || isWpError(stored)) {
      errors.push({
        field: 'uploads',
        message:
          isWpError(stored) && DISK_ERRORS.includes(stored.getErrorCode())
            ? stored.getErrorMessage()
            : __(
                '%s can’t be shown as an image. Use a PNG, JPEG, GIF, WebP, or AVIF file up to 10 MB.',
                file.name.slice(0, 100),
              ),
      });
      continue;
    }
    newImages.push({
      source: new URL(stored.url).pathname,
      alt: form.name.slice(0, 300),
      width: String(size.width),
      height: String(size.height),
      remove: false,
      position: '',
    });
  }
  return { form: { ...form, images: [...form.images, ...newImages] }, errors };
}
