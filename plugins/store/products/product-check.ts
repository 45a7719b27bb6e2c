import { isCalendarDay, type TranslationApi } from 'plinth';
import type { FormError, PriceTag } from '../contract/index.js';
import { isGtin, isDateTime, PRODUCT_LIMITS, UNITS } from './product-limits.js';
import type { ProductInput, VariationInput } from './product-input.js';
import type { ProductKind } from './tables.js';

const IMAGE_SOURCE = /^(?:asset:[\w./-]+|\/(?!\/)[^\s"'<>\\]+|https:\/\/[^\s"'<>\\]+)$/;

const isIntegerInRange = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/**
 * Validates a product without the database. Errors have field names such as `sku`, `price.sale`, `images.0` or
 * `variations.2.sku`. Whether SKU and slug are unique is validated on saving.
 */
export function productErrors(
  input: ProductInput,
  { __ }: Pick<TranslationApi, '__'>,
  kinds: readonly ProductKind[] = ['physical', 'digital'],
): FormError[] {
  const errors: FormError[] = [];
  const addError = (field: string, message: string): void => void errors.push({ field, message });

  textErrors(input, addError, __);
  kindErrors(input, kinds, addError, __);
  countErrors(input, addError, __);
  imageErrors(input.images, addError, __);
  commonFieldErrors(input, '', addError, __);
  input.variations.slice(0, PRODUCT_LIMITS.variations).forEach((variation, index) => {
    commonFieldErrors(variation, `variations.${index}.`, addError, __);
    if (!(variation.unitContent >= 0 && variation.unitContent <= PRODUCT_LIMITS.unitContent))
      addError(`variations.${index}.unitContent`, __('Enter the package content.'));
  });
  if (input.variations.length > 0) variationTermErrors(input.variations, addError, __);
  return errors;
}

type AddError = (field: string, message: string) => void;

function textErrors(input: ProductInput, addError: AddError, __: TranslationApi['__']): void {
  if (input.name.trim() === '') addError('name', __('Enter a name.'));
  if (input.name.length > PRODUCT_LIMITS.name)
    addError('name', __('Enter a name of up to %d characters.', PRODUCT_LIMITS.name));
  if (input.slug.length > 180) addError('slug', __('The slug is too long.'));
  if (input.shortDescription.length > PRODUCT_LIMITS.shortDescription)
    addError('shortDescription', __('The short description is too long.'));
  if (input.description.length > PRODUCT_LIMITS.description)
    addError('description', __('The description is too long.'));
}

/** Validates kind, units and position. */
function kindErrors(
  input: ProductInput,
  kinds: readonly ProductKind[],
  addError: AddError,
  __: TranslationApi['__'],
): void {
  if (!['publish', 'draft', 'trash'].includes(input.status))
    addError('status', __('The product status must be published or draft.'));
  if (!['visible', 'hidden'].includes(input.visibility))
    addError('visibility', __('The product must be visible or hidden.'));
  if (!kinds.includes(input.kind))
    addError(
      'kind',
      kinds.length > 2 ? __('Choose an existing product type.') : __('The product type must be physical or digital.'),
    );
  if (!(input.taxRate >= 0 && input.taxRate <= 99.99)) addError('taxRate', __('Enter a tax rate from 0 to 99.'));
  if (input.unit !== '' && !(UNITS as readonly string[]).includes(input.unit))
    addError('unit', __('Choose a unit from the list.'));
  if (!(input.unitContent >= 0 && input.unitContent <= PRODUCT_LIMITS.unitContent))
    addError('unitContent', __('Enter the package content.'));
  if (!Number.isInteger(input.position) || Math.abs(input.position) > 1_000_000_000)
    addError('position', __('Enter a whole number.'));
}

/** Validates the number of terms, images, variations and linked products. */
function countErrors(input: ProductInput, addError: AddError, __: TranslationApi['__']): void {
  if (input.termIds.length > PRODUCT_LIMITS.terms)
    addError('termIds', __('A product can have up to %d categories, tags, and attributes.', PRODUCT_LIMITS.terms));
  if (input.images.length > PRODUCT_LIMITS.images)
    addError('images', __('A product can have up to %d images.', PRODUCT_LIMITS.images));
  if (input.variations.length > PRODUCT_LIMITS.variations)
    addError('variations', __('A product can have up to %d variations.', PRODUCT_LIMITS.variations));
  for (const field of ['upsellIds', 'crossSellIds'] as const)
    if ((input[field] ?? []).length > PRODUCT_LIMITS.linked)
      addError(
        field,
        __('A product can have up to %d up-sells and the same number of cross-sells.', PRODUCT_LIMITS.linked),
      );
}

function imageErrors(images: ProductInput['images'], addError: AddError, __: TranslationApi['__']): void {
  for (const [index, image] of images.entries()) {
    if (!IMAGE_SOURCE.test(image.source) || image.source.length > 500 || image.source.includes('..'))
      addError(`images.${index}`, __('Image URLs must start with https:// or /.'));
    if (image.alt.length > 300)
      addError(`images.${index}`, __('The alt text of an image can have up to %d characters.', 300));
    if (!isIntegerInRange(image.width, 1, 20_000) || !isIntegerInRange(image.height, 1, 20_000))
      addError(`images.${index}`, __('The image size is unknown.'));
  }
}

function commonFieldErrors(
  item: Pick<VariationInput, 'sku' | 'gtin' | 'price' | 'stockQuantity' | 'stock' | 'weight' | 'expectedOn'>,
  path: string,
  addError: AddError,
  __: TranslationApi['__'],
): void {
  if (item.sku.length > 100 || /[\u0000-\u001f]/.test(item.sku))
    addError(`${path}sku`, __('An SKU can have up to %d characters.', 100));
  if (item.gtin !== '' && !isGtin(item.gtin))
    addError(`${path}gtin`, __('Invalid GTIN. Enter 8, 12, 13, or 14 digits with a correct check digit.'));
  if (!['instock', 'onbackorder', 'outofstock'].includes(item.stock))
    addError(`${path}stock`, __('Choose a stock status.'));
  if (
    item.stockQuantity !== null &&
    !isIntegerInRange(item.stockQuantity, -PRODUCT_LIMITS.quantity, PRODUCT_LIMITS.quantity)
  )
    addError(`${path}stockQuantity`, __('Enter the stock quantity.'));
  if (item.expectedOn && !isCalendarDay(item.expectedOn)) addError(`${path}expectedOn`, __('Choose a date.'));
  if (!isIntegerInRange(item.weight, 0, PRODUCT_LIMITS.weight))
    addError(`${path}weight`, __('Enter the weight in whole grams, such as 500.'));
  if (item.price) priceErrors(item.price, `${path}price.`, addError, __);
}

function priceErrors(
  { regular, sale, saleFrom, saleTo }: PriceTag,
  path: string,
  addError: AddError,
  __: TranslationApi['__'],
): void {
  if (!isIntegerInRange(regular, 0, PRODUCT_LIMITS.price))
    addError(`${path}regular`, __('Enter a price such as 12.50, with up to nine digits before the decimal point.'));
  if (sale !== null && !isIntegerInRange(sale, 0, PRODUCT_LIMITS.price))
    addError(`${path}sale`, __('Enter a price such as 12.50, with up to nine digits before the decimal point.'));
  else if (sale !== null && sale >= regular)
    addError(`${path}sale`, __('The sale price must be lower than the regular price.'));
  if (saleFrom !== null && !isDateTime(saleFrom)) addError(`${path}saleFrom`, __('Choose a date and time.'));
  if (saleTo !== null && !isDateTime(saleTo)) addError(`${path}saleTo`, __('Choose a date and time.'));
  if (saleFrom !== null && saleTo !== null && saleFrom >= saleTo)
    addError(`${path}saleTo`, __('The sale must end after it starts.'));
}

function variationTermErrors(
  variations: readonly VariationInput[],
  addError: AddError,
  __: TranslationApi['__'],
): void {
  const seenTerms = new Map<string, number>();
  for (const [index, variation] of variations.entries()) {
    const key = [...variation.termIds].sort((a, b) => a - b).join(',');
    if (key === '') addError(`variations.${index}.termIds`, __('Choose the attribute values of this variation.'));
    else if (seenTerms.has(key))
      addError(`variations.${index}.termIds`, __('Another variation has the same attributes.'));
    seenTerms.set(key, index);
  }
}
