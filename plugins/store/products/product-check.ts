import { isCalendarDay, type TranslationApi } from 'plinth';
import type { FormError, PriceTag } from '../contract/index.js';
import { isGtin, isMoment, PRODUCT_LIMITS, UNITS } from './product-limits.js';
import type { ProductInput, VariationInput } from './product-input.js';
import type { ProductKind } from './tables.js';

const SOURCE = /^(?:asset:[\w./-]+|\/(?!\/)[^\s"'<>\\]+|https:\/\/[^\s"'<>\\]+)$/;

const within = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/**
 * What is wrong with a product by itself; fields are named `sku`, `price.sale`, `images.0`, `variations.2.sku`.
 * Whether SKU and address are taken is known to the database.
 */
export function productErrors(
  input: ProductInput,
  { __ }: Pick<TranslationApi, '__'>,
  kinds: readonly ProductKind[] = ['physical', 'digital'],
): FormError[] {
  const errors: FormError[] = [];
  const wrong = (field: string, message: string): void => void errors.push({ field, message });

  textErrors(input, wrong, __);
  kindErrors(input, kinds, wrong, __);
  countErrors(input, wrong, __);
  imageErrors(input.images, wrong, __);
  soldErrors(input, '', wrong, __);
  input.variations.slice(0, PRODUCT_LIMITS.variations).forEach((variation, index) => {
    soldErrors(variation, `variations.${index}.`, wrong, __);
    if (!(variation.unitContent >= 0 && variation.unitContent <= PRODUCT_LIMITS.unitContent))
      wrong(`variations.${index}.unitContent`, __('Please write how much a package holds.'));
  });
  if (input.variations.length > 0) choiceErrors(input.variations, wrong, __);
  return errors;
}

type Wrong = (field: string, message: string) => void;

function textErrors(input: ProductInput, wrong: Wrong, __: TranslationApi['__']): void {
  if (input.name.trim() === '') wrong('name', __('Please write a name.'));
  if (input.name.length > PRODUCT_LIMITS.name)
    wrong('name', __('Please write a name of up to %d characters.', PRODUCT_LIMITS.name));
  if (input.slug.length > 180) wrong('slug', __('The address is too long.'));
  if (input.shortDescription.length > PRODUCT_LIMITS.shortDescription)
    wrong('shortDescription', __('The short description is too long.'));
  if (input.description.length > PRODUCT_LIMITS.description) wrong('description', __('The description is too long.'));
}

/** What a product is, how it is measured and where it stands. */
function kindErrors(input: ProductInput, kinds: readonly ProductKind[], wrong: Wrong, __: TranslationApi['__']): void {
  if (!['publish', 'draft', 'trash'].includes(input.status)) wrong('status', __('A product is published or a draft.'));
  if (!['visible', 'hidden'].includes(input.visibility)) wrong('visibility', __('A product is visible or hidden.'));
  if (!kinds.includes(input.kind))
    wrong(
      'kind',
      kinds.length > 2 ? __('Please choose a kind of product that there is.') : __('A product is physical or digital.'),
    );
  if (!(input.taxRate >= 0 && input.taxRate <= 99.99)) wrong('taxRate', __('Please write a tax rate from 0 to 99.'));
  if (input.unit !== '' && !(UNITS as readonly string[]).includes(input.unit))
    wrong('unit', __('Please choose one of the units.'));
  if (!(input.unitContent >= 0 && input.unitContent <= PRODUCT_LIMITS.unitContent))
    wrong('unitContent', __('Please write how much a package holds.'));
  if (!Number.isInteger(input.position) || Math.abs(input.position) > 1_000_000_000)
    wrong('position', __('Please write a whole number.'));
}

/** How many terms, pictures, variations and linked products it has. */
function countErrors(input: ProductInput, wrong: Wrong, __: TranslationApi['__']): void {
  if (input.termIds.length > PRODUCT_LIMITS.terms)
    wrong('termIds', __('A product has at most %d categories, tags and attributes.', PRODUCT_LIMITS.terms));
  if (input.images.length > PRODUCT_LIMITS.images)
    wrong('images', __('A product has at most %d pictures.', PRODUCT_LIMITS.images));
  if (input.variations.length > PRODUCT_LIMITS.variations)
    wrong('variations', __('A product has at most %d variations.', PRODUCT_LIMITS.variations));
  for (const field of ['upsellIds', 'crossSellIds'] as const)
    if ((input[field] ?? []).length > PRODUCT_LIMITS.linked)
      wrong(field, __('A product has at most %d up-sells and as many cross-sells.', PRODUCT_LIMITS.linked));
}

function imageErrors(images: ProductInput['images'], wrong: Wrong, __: TranslationApi['__']): void {
  for (const [index, image] of images.entries()) {
    if (!SOURCE.test(image.source) || image.source.length > 500 || image.source.includes('..'))
      wrong(`images.${index}`, __('A picture has an address that begins with https:// or /.'));
    if (image.alt.length > 300)
      wrong(`images.${index}`, __('The description of a picture has at most %d characters.', 300));
    if (!within(image.width, 1, 20_000) || !within(image.height, 1, 20_000))
      wrong(`images.${index}`, __('The size of the picture is not known.'));
  }
}

function soldErrors(
  sold: Pick<VariationInput, 'sku' | 'gtin' | 'price' | 'stockQuantity' | 'stock' | 'weight' | 'expectedOn'>,
  at: string,
  wrong: Wrong,
  __: TranslationApi['__'],
): void {
  if (sold.sku.length > 100 || /[\u0000-\u001f]/.test(sold.sku))
    wrong(`${at}sku`, __('An SKU has at most %d characters.', 100));
  if (sold.gtin !== '' && !isGtin(sold.gtin))
    wrong(`${at}gtin`, __('This is no GTIN: it has 8, 12, 13 or 14 digits, and the last one checks the others.'));
  if (!['instock', 'onbackorder', 'outofstock'].includes(sold.stock))
    wrong(`${at}stock`, __('Please choose whether there is stock.'));
  if (sold.stockQuantity !== null && !within(sold.stockQuantity, -PRODUCT_LIMITS.quantity, PRODUCT_LIMITS.quantity))
    wrong(`${at}stockQuantity`, __('Please write how many pieces there are.'));
  if (sold.expectedOn && !isCalendarDay(sold.expectedOn)) wrong(`${at}expectedOn`, __('Please choose a day.'));
  if (!within(sold.weight, 0, PRODUCT_LIMITS.weight))
    wrong(`${at}weight`, __('Please write the weight in whole grams, such as 500.'));
  if (sold.price) priceErrors(sold.price, `${at}price.`, wrong, __);
}

function priceErrors(
  { regular, sale, saleFrom, saleTo }: PriceTag,
  at: string,
  wrong: Wrong,
  __: TranslationApi['__'],
): void {
  if (!within(regular, 0, PRODUCT_LIMITS.price))
    wrong(`${at}regular`, __('Please write a price such as 12.50, with at most nine digits before the point.'));
  if (sale !== null && !within(sale, 0, PRODUCT_LIMITS.price))
    wrong(`${at}sale`, __('Please write a price such as 12.50, with at most nine digits before the point.'));
  else if (sale !== null && sale >= regular) wrong(`${at}sale`, __('The sale price is not below the regular price.'));
  if (saleFrom !== null && !isMoment(saleFrom)) wrong(`${at}saleFrom`, __('Please choose a date and a time.'));
  if (saleTo !== null && !isMoment(saleTo)) wrong(`${at}saleTo`, __('Please choose a date and a time.'));
  if (saleFrom !== null && saleTo !== null && saleFrom >= saleTo)
    wrong(`${at}saleTo`, __('The sale ends before it begins.'));
}

function choiceErrors(variations: readonly VariationInput[], wrong: Wrong, __: TranslationApi['__']): void {
  const choices = new Map<string, number>();
  for (const [index, variation] of variations.entries()) {
    const key = [...variation.termIds].sort((a, b) => a - b).join(',');
    if (key === '')
      wrong(`variations.${index}.termIds`, __('Please choose what tells this variation from the others.'));
    else if (choices.has(key)) wrong(`variations.${index}.termIds`, __('Another variation is chosen in the same way.'));
    choices.set(key, index);
  }
}
