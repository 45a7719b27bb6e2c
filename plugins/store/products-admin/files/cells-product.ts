import type { PluginScope } from 'plinth';
import type { ProductInput, VariationInput } from '../../products/product-input.js';
import { isMoment } from '../../products/product-limits.js';
import type { CatalogueTerm, FormError, PriceTag, ProductField } from '../../contract/index.js';
import type { Money } from '../../money/money.js';
import type { TaxonomyWriter } from '../../taxonomies/taxonomy-writer.js';
import { splitCell, splitPaths } from './cell-list.js';
import { attributeOf, type Cells } from './product-cells.js';
import { withTyped } from '../typed-fields.js';

interface CellsDeps {
  readonly words: Pick<PluginScope, '__'>;
  readonly money: Pick<Money, 'parse' | 'plain'>;
  readonly taxonomies: Pick<TaxonomyWriter, 'ensureTerm' | 'ensureTaxonomy'>;
  /** What extensions keep with products. */
  readonly fields: readonly ProductField[];
}

/** What a new product is where a file says nothing. */
const NEW: ProductInput = {
  id: 0,
  name: '',
  slug: '',
  status: 'draft',
  visibility: 'visible',
  kind: 'physical',
  sku: '',
  gtin: '',
  shortDescription: '',
  description: '',
  price: null,
  stockQuantity: null,
  stock: 'instock',
  backorders: false,
  taxRate: 23,
  weight: 0,
  unit: '',
  unitContent: 0,
  position: 0,
  featured: false,
  termIds: [],
  images: [],
  variations: [],
  fields: {},
};
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

type Sold = Pick<
  VariationInput,
  'sku' | 'gtin' | 'price' | 'stockQuantity' | 'stock' | 'backorders' | 'expectedOn' | 'weight'
>;

/** Puts rows of a file over a product; columns that are absent leave it as it is, empty cells empty it. Creates the terms they name. */
export function createCellsReader({ words: { __ }, money, taxonomies, fields }: CellsDeps) {
  function number(cells: Cells, column: string, before: number, wrong: (message: string) => void): number {
    const text = cells[column];
    if (text === undefined) return before;
    const value = text === '' ? 0 : Number(text.replace(',', '.'));
    if (!Number.isFinite(value)) wrong(__('%s is no number.', text));
    return Number.isFinite(value) ? value : before;
  }

  function flag(cells: Cells, column: string, before: boolean, wrong: (message: string) => void): boolean {
    const text = cells[column];
    if (text === undefined) return before;
    if (!['', '0', '1', 'no', 'yes'].includes(text.toLowerCase())) wrong(__('%s is neither yes nor no.', text));
    return text === '1' || text.toLowerCase() === 'yes';
  }

  function tag(
    cells: Cells,
    before: PriceTag | null,
    wrong: (field: string) => (message: string) => void,
  ): PriceTag | null {
    const amount = (column: string, old: number | null): number | null => {
      const text = cells[column];
      if (text === undefined) return old;
      const minor = text === '' ? null : money.parse(text);
      if (text !== '' && minor === null)
        wrong(column)(__('Please write a price such as 12.50, with at most nine digits before the point.'));
      return minor;
    };
    const time = (column: string, old: string | null): string | null => {
      const text = cells[column];
      if (text === undefined) return old;
      const moment = text.replace('T', ' ').replace('Z', '');
      if (moment !== '' && !isMoment(moment)) wrong(column)(__('Please write a time as 2026-12-31 23:59:59, in UTC.'));
      return moment === '' ? null : moment;
    };
    const next = {
      regular: amount('regular_price', before?.regular ?? null),
      sale: amount('sale_price', before?.sale ?? null),
      saleFrom: time('sale_from', before?.saleFrom ?? null),
      saleTo: time('sale_to', before?.saleTo ?? null),
    };
    if (next.regular === null && next.sale !== null)
      wrong('regular_price')(__('A sale needs a regular price to be below.'));
    return next.regular === null ? null : { ...next, regular: next.regular };
  }

  function sold(cells: Cells, before: Sold, wrong: (field: string) => (message: string) => void): Sold {
    const quantity = cells.stock_quantity;
    return {
      sku: cells.sku ?? before.sku,
      gtin: cells.gtin ?? before.gtin,
      price: tag(cells, before.price, wrong),
      weight: number(cells, 'weight', before.weight, wrong('weight')),
      stockQuantity:
        quantity === ''
          ? null
          : quantity === undefined
            ? before.stockQuantity
            : number(cells, 'stock_quantity', 0, wrong('stock_quantity')),
      stock: (cells.stock || before.stock) as Sold['stock'],
      backorders: flag(cells, 'backorders', before.backorders, wrong('backorders')),
      expectedOn: cells.expected_on ?? before.expectedOn ?? '',
    };
  }

  async function path(names: readonly string[]): Promise<number> {
    let id = 0;
    for (const name of names) id = await taxonomies.ensureTerm({ taxonomy: 'product_cat', name, parentId: id });
    return id;
  }

  async function attributeTerms(cells: Cells): Promise<Map<string, number[]>> {
    const found = new Map<string, number[]>();
    for (const [column, cell] of Object.entries(cells)) {
      const attribute = attributeOf(column);
      if (!attribute || cell === undefined) continue;
      await taxonomies.ensureTaxonomy({ ...attribute, kind: 'attribute', hierarchical: false });
      const ids: number[] = [];
      for (const name of splitCell(cell)) ids.push(await taxonomies.ensureTerm({ taxonomy: attribute.name, name }));
      found.set(attribute.name, ids);
    }
    return found;
  }

  async function terms(cells: Cells, before: readonly number[], known: readonly CatalogueTerm[]): Promise<number[]> {
    const taxonomyOf = new Map(known.map((term) => [term.id, term.taxonomy]));
    const next = new Map<string, number[]>();
    for (const id of before) {
      const name = taxonomyOf.get(id) ?? '';
      next.set(name, [...(next.get(name) ?? []), id]);
    }
    const named = async (taxonomy: string, names: readonly string[]): Promise<void> => {
      const ids: number[] = [];
      for (const name of names) ids.push(await taxonomies.ensureTerm({ taxonomy, name }));
      next.set(taxonomy, ids);
    };
    if (cells.categories !== undefined) {
      const ids: number[] = [];
      for (const names of splitPaths(cells.categories)) ids.push(await path(names));
      next.set('product_cat', ids);
    }
    if (cells.tags !== undefined) await named('product_tag', splitCell(cells.tags));
    if (cells.brand !== undefined) await named('product_brand', cells.brand === '' ? [] : [cells.brand]);
    for (const [taxonomy, ids] of await attributeTerms(cells)) next.set(taxonomy, ids);
    return [...new Set([...next.values()].flat())];
  }

  function images(cells: Cells, before: ProductInput['images']): ProductInput['images'] {
    if (cells.images === undefined) return before;
    const alts = cells.image_alts === undefined ? [] : splitCell(cells.image_alts);
    const sizes = cells.image_sizes === undefined ? [] : splitCell(cells.image_sizes);
    return splitCell(cells.images).map((source, index) => {
      const known = before.find((image) => image.source === source);
      const size = /^(\d{1,5})x(\d{1,5})$/.exec(sizes[index] ?? '');
      const alt = alts[index];
      return {
        source,
        alt: alt === undefined ? (known?.alt ?? '') : alt === '-' ? '' : alt,
        width: size ? Number(size[1]) : (known?.width ?? 1000),
        height: size ? Number(size[2]) : (known?.height ?? 1000),
      };
    });
  }

  return {
    /** A product of its row. */
    async product(
      cells: Cells,
      before: ProductInput | null,
      known: readonly CatalogueTerm[],
      errors: FormError[],
    ): Promise<ProductInput> {
      const base = before ?? NEW;
      const wrong =
        (field: string) =>
        (message: string): void =>
          void errors.push({ field, message });
      const text = (column: string, old: string): string => cells[column] ?? old;
      return {
        ...base,
        ...sold(cells, base, wrong),
        name: text('name', base.name),
        slug: text('slug', base.slug),
        status: (cells.status || (base.status === 'trash' ? 'draft' : base.status)) as ProductInput['status'],
        visibility: (cells.visibility || base.visibility) as ProductInput['visibility'],
        kind: (cells.kind || base.kind),
        featured: flag(cells, 'featured', base.featured, wrong('featured')),
        shortDescription: text('short_description', base.shortDescription),
        description: text('description', base.description),
        taxRate: number(cells, 'tax_rate', base.taxRate, wrong('tax_rate')),
        unit: text('unit', base.unit),
        unitContent: number(cells, 'unit_content', base.unitContent, wrong('unit_content')),
        position: number(cells, 'position', base.position, wrong('position')),
        termIds: await terms(cells, base.termIds, known),
        images: images(cells, base.images),
        fields: withTyped(
          base.fields,
          fields,
          (key) => cells[`field:${key}`],
          (key, message) => wrong(`field:${key}`)(message),
          __,
        ),
      };
    },
    /** A variation of its row, put over the one with its SKU or its choice. */
    async variation(cells: Cells, product: ProductInput, errors: FormError[]): Promise<ProductInput> {
      const wrong =
        (field: string) =>
        (message: string): void =>
          void errors.push({ field, message });
      const chosen = [...(await attributeTerms(cells)).values()].flat();
      const same = (ids: readonly number[]): boolean =>
        ids.length === chosen.length && ids.every((id) => chosen.includes(id));
      const before =
        product.variations.find((one) => (cells.sku ? one.sku === cells.sku : false)) ??
        product.variations.find((one) => chosen.length > 0 && same(one.termIds));
      const picture =
        cells.image === undefined
          ? (before?.imageIndex ?? -1)
          : product.images.findIndex((image) => image.source === cells.image);
      const next: VariationInput = {
        ...(before ?? NEW_VARIATION),
        ...sold(cells, before ?? NEW_VARIATION, wrong),
        unitContent: number(cells, 'unit_content', before?.unitContent ?? 0, wrong('unit_content')),
        termIds: chosen.length > 0 ? chosen : (before?.termIds ?? []),
        imageIndex: picture,
      };
      return {
        ...product,
        price: null,
        variations: before
          ? product.variations.map((one) => (one === before ? next : one))
          : [...product.variations, next],
      };
    },
  };
}
