import type { PluginScope } from 'plinth';
import type { CatalogTerm, FormError, ProductField } from '../../contract/index.js';
import type { Money } from '../../money/money.js';
import { PRODUCT_DEFAULTS, type ProductInput, type VariationInput } from '../../products/product-input.js';
import type { TaxonomyWriter } from '../../taxonomies/taxonomy-writer.js';
import { applyInput } from '../added-fields.js';
import { splitCell } from './cell-list.js';
import { createCellTerms } from './cell-terms.js';
import { createCellValues } from './cell-values.js';
import type { Cells } from './product-cells.js';
import type { TaxRates } from './tax-classes.js';

interface CellsDeps {
  readonly i18n: Pick<PluginScope, '__' | 'checkFieldValues'>;
  readonly money: Pick<Money, 'read' | 'formatDecimal'>;
  /** Time zone of the site, used for times without a time zone. */
  readonly timeZone: string;
  readonly taxonomies: Pick<TaxonomyWriter, 'ensureTerm' | 'ensureTaxonomy'>;
  /** Tax rates in percent, by tax class of the file. */
  readonly taxRates: TaxRates;
  /** Product fields added by extensions. */
  readonly fields: readonly ProductField[];
}

/** Default values of a new product for columns that are not in the file. */
const NEW_PRODUCT: ProductInput = { ...PRODUCT_DEFAULTS, name: '', status: 'draft', price: null };
const NEW_VARIATION: VariationInput = {
  id: 0,
  sku: '',
  gtin: '',
  price: null,
  stockQuantity: null,
  stock: 'instock',
  backorders: false,
  weight: 0,
  unitContent: 0,
  termIds: [],
  imageIndex: -1,
};

/**
 * Creates the functions that apply rows of a file to a product. Columns that are not in the file leave values
 * unchanged, and empty cells clear them. Missing terms are created.
 */
export function createCellsReader({ i18n, money, timeZone, taxonomies, taxRates, fields }: CellsDeps) {
  const { number, flag, commonFields } = createCellValues({ i18n, money, timeZone });
  const { terms, attributeTerms } = createCellTerms(taxonomies);

  /** Reads the extension fields of a row, with the same validation as in the product form. */
  async function readExtensionFields(
    cells: Cells,
    before: ProductInput['fields'],
    errors: FormError[],
  ): Promise<ProductInput['fields']> {
    const addError = (key: string, message: string): void => void errors.push({ field: `field:${key}`, message });
    const values = applyInput(before, fields, (key) => cells[`field:${key}`], addError, i18n.__);
    const presentKeys = fields.map(({ key }) => key).filter((key) => cells[`field:${key}`] !== undefined);
    const presentValues = Object.fromEntries(presentKeys.map((key) => [key, values[key] ?? '']));
    const problems = await i18n.checkFieldValues('product', presentValues);
    for (const [key, message] of Object.entries(problems)) addError(key, message);
    return values;
  }

  /** Reads the tax rate. An unknown tax class is an error, because it does not contain a percentage. */
  function taxRate(cells: Cells, before: number, addError: (message: string) => void): number {
    const text = cells.tax_rate;
    if (text === undefined || text === '' || /^[\d.,]+$/.test(text)) return number(cells, 'tax_rate', before, addError);
    const known = taxRates[text.toLowerCase()];
    if (known !== undefined) return number({ tax_rate: known }, 'tax_rate', before, addError);
    addError(i18n.__('Unknown tax rate: “%s”. Enter a percentage instead, such as 8.', text));
    return before;
  }

  return {
    /** Applies a product row to a product. */
    async product(
      cells: Cells,
      before: ProductInput | null,
      known: readonly CatalogTerm[],
      errors: FormError[],
    ): Promise<ProductInput> {
      const base = before ?? NEW_PRODUCT;
      const addErrorTo =
        (field: string) =>
        (message: string): void =>
          void errors.push({ field, message });
      const text = (column: string, old: string): string => cells[column] ?? old;
      return {
        ...base,
        ...commonFields(cells, base, addErrorTo),
        name: text('name', base.name),
        slug: text('slug', base.slug),
        status: (cells.status || (base.status === 'trash' ? 'draft' : base.status)) as ProductInput['status'],
        visibility: (cells.visibility || base.visibility) as ProductInput['visibility'],
        kind: cells.kind || base.kind,
        featured: flag(cells, 'featured', base.featured, addErrorTo('featured')),
        shortDescription: text('short_description', base.shortDescription),
        description: text('description', base.description),
        taxRate: taxRate(cells, base.taxRate, addErrorTo('tax_rate')),
        unit: text('unit', base.unit),
        unitContent: number(cells, 'unit_content', base.unitContent, addErrorTo('unit_content')),
        position: number(cells, 'position', base.position, addErrorTo('position')),
        termIds: await terms(cells, base.termIds, known),
        images: readImages(cells, base.images),
        fields: await readExtensionFields(cells, base.fields, errors),
      };
    },
    /**
     * Applies a variation row to the variation with the same SKU or the same attribute terms; adds missing variations.
     */
    async variation(cells: Cells, product: ProductInput, errors: FormError[]): Promise<ProductInput> {
      const addErrorTo =
        (field: string) =>
        (message: string): void =>
          void errors.push({ field, message });
      const termIds = [...(await attributeTerms(cells)).values()].flat();
      const hasSameTerms = (ids: readonly number[]): boolean =>
        ids.length === termIds.length && ids.every((id) => termIds.includes(id));
      const before =
        product.variations.find((variation) => (cells.sku ? variation.sku === cells.sku : false)) ??
        product.variations.find((variation) => termIds.length > 0 && hasSameTerms(variation.termIds));
      const image =
        cells.image === undefined
          ? (before?.imageIndex ?? -1)
          : product.images.findIndex((image) => image.source === cells.image);
      const next: VariationInput = {
        ...(before ?? NEW_VARIATION),
        ...commonFields(cells, before ?? NEW_VARIATION, addErrorTo),
        unitContent: number(cells, 'unit_content', before?.unitContent ?? 0, addErrorTo('unit_content')),
        termIds: termIds.length > 0 ? termIds : (before?.termIds ?? []),
        imageIndex: image,
      };
      return {
        ...product,
        price: null,
        variations: before
          ? product.variations.map((variation) => (variation === before ? next : variation))
          : [...product.variations, next],
      };
    },
  };
}

/** Reads the images. Sizes and alternative texts come from separate cells; without them, they are unchanged. */
function readImages(cells: Cells, before: ProductInput['images']): ProductInput['images'] {
  if (cells.images === undefined) return before;
  const alts = cells.image_alts === undefined ? [] : splitCell(cells.image_alts);
  const sizes = cells.image_sizes === undefined ? [] : splitCell(cells.image_sizes);
  return splitCell(cells.images).map((source, index) => {
    const known = before.find((image) => image.source === source);
    const size = /^(\d{1,5})x(\d{1,5})$/.exec(sizes[index] ?? '');
    return {
      source,
      alt: readAlt(alts[index], known?.alt ?? ''),
      width: size ? Number(size[1]) : (known?.width ?? 1000),
      height: size ? Number(size[2]) : (known?.height ?? 1000),
    };
  });
}

/** @param cell `-` for none; undefined when the row does not have the column */
function readAlt(cell: string | undefined, before: string): string {
  if (cell === undefined) return before;
  return cell === '-' ? '' : cell;
}
