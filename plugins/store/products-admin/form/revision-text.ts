import type { FormFields, PluginScope } from 'plinth';
import type { CatalogueParts } from '../../catalogue/boot.js';
import type { StoredProduct } from '../../catalogue/stored-product.js';
import type { CatalogueTerm } from '../../contract/index.js';
import { linkedIds } from './form-input.js';
import { type ProductForm, readForm } from './product-form.js';
import { rowName } from './variation-rows.js';

interface RevisionTextDeps {
  readonly scope: Pick<PluginScope, '__'>;
  readonly parts: Pick<CatalogueParts, 'products' | 'terms' | 'taxonomies' | 'types' | 'catalogue'>;
}

/** A labeled value of a revision. */
interface RevisionLine {
  readonly label: string;
  readonly text: string;
}

/** Creates the text representation by which product revisions are compared; it covers every field. */
export function createRevisionText({
  scope: { __ },
  parts,
}: RevisionTextDeps): (fields: FormFields, id: number) => Promise<RevisionLine[]> {
  const { products, terms, taxonomies, types, catalogue } = parts;

  const price = ({
    regular,
    sale,
    saleFrom,
    saleTo,
  }: Pick<ProductForm, 'regular' | 'sale' | 'saleFrom' | 'saleTo'>): string =>
    [regular, sale === '' ? '' : `${__('Sale price')}: ${[sale, saleFrom, saleTo].filter(Boolean).join(' ')}`]
      .filter(Boolean)
      .join('\n');
  const numbers = ({ sku, gtin, weight }: Pick<ProductForm, 'sku' | 'gtin' | 'weight'>): string =>
    [sku && `${__('SKU')} ${sku}`, gtin && `${__('GTIN')} ${gtin}`, weight && `${weight} g`].filter(Boolean).join('\n');
  const yesNo = (value: boolean): string => (value ? __('yes') : __('no'));
  const stockText = (stock: string): string => {
    const known: Readonly<Record<string, string>> = {
      instock: __('In stock'),
      onbackorder: __('Available on backorder'),
      outofstock: __('Out of stock'),
    };
    return known[stock] ?? stock;
  };

  async function kindText(kind: string): Promise<string> {
    const kindNames: Readonly<Record<string, string>> = {
      physical: __('Physical'),
      digital: __('Digital'),
      ...Object.fromEntries((await types.registered()).map(({ value, label }) => [value, label])),
    };
    return kindNames[kind] ?? kind;
  }

  /** Returns the names of linked products, for both lists. */
  async function linkedTexts({ upsells, crossSells }: ProductForm): Promise<readonly [string, string]> {
    const briefs = await products.briefs([...linkedIds(upsells), ...linkedIds(crossSells)]);
    const linkedNames = (rows: ProductForm['upsells']): string =>
      linkedIds(rows)
        .flatMap((one) => briefs.get(one)?.name ?? [])
        .join('\n');
    return [linkedNames(upsells), linkedNames(crossSells)];
  }

  async function ownLines(form: ProductForm, named: (ids: readonly number[]) => string): Promise<RevisionLine[]> {
    const [upsells, crossSells] = await linkedTexts(form);
    return [
      { label: __('Name'), text: form.name },
      { label: __('Slug'), text: form.slug },
      { label: __('Short description'), text: form.shortDescription },
      { label: __('Description'), text: form.description },
      { label: __('Price'), text: price(form) },
      { label: __('Tax rate (%)'), text: form.taxRate },
      { label: __('Identifiers and weight'), text: numbers(form) },
      { label: __('Stock status when not tracked'), text: stockText(form.stock) },
      { label: __('Allow backorders'), text: yesNo(form.backorders) },
      { label: __('Expected from'), text: form.expectedOn },
      { label: __('Unit price per'), text: form.unit === '' ? '' : `${form.unitContent} ${form.unit}` },
      { label: __('Status'), text: form.status === 'publish' ? __('Published') : __('Draft') },
      {
        label: __('Catalog visibility'),
        text: form.visibility === 'visible' ? __('Visible') : __('Hidden (direct link only)'),
      },
      { label: __('Type'), text: await kindText(form.kind) },
      { label: __('On the home page'), text: yesNo(form.featured) },
      { label: __('Sort order in lists'), text: form.position },
      { label: __('Categories'), text: named(form.categories) },
      { label: __('Brand'), text: form.brand },
      { label: __('Tags'), text: form.tags },
      { label: __('Up-sells'), text: upsells },
      { label: __('Cross-sells'), text: crossSells },
    ];
  }

  /** Lines of attributes and extension fields. */
  async function addedLines(form: ProductForm): Promise<RevisionLine[]> {
    const known = await taxonomies.taxonomies();
    const added = await catalogue.fields();
    return [
      ...known
        .filter(({ kind }) => kind === 'attribute')
        .map(({ name, label }) => ({ label, text: form.attributes[name] ?? '' })),
      ...added.map(({ key, label, type }) => ({
        label,
        text: type === 'boolean' ? yesNo((form.extra[key] ?? '') !== '') : (form.extra[key] ?? ''),
      })),
    ];
  }

  function variationLine(one: ProductForm['variations'][number], name: string): RevisionLine {
    return {
      label: `${__('Variation')} ${name}`,
      text: [price(one), numbers(one), stockText(one.stock), one.image && __('Image %d', Number(one.image))]
        .filter(Boolean)
        .join('\n'),
    };
  }

  return async (fields, id) => {
    const form = readForm({ form: fields });
    const stored = await products.get(id);
    const all = await terms.all();
    const named = (ids: readonly number[]): string =>
      ids
        .map((one) => all.find((term) => term.id === one)?.name ?? `#${one}`)
        .sort()
        .join('\n');
    return [
      ...(await ownLines(form, named)),
      ...(await addedLines(form)),
      {
        label: __('Images'),
        text: form.images
          .filter(({ remove }) => !remove)
          .map(({ alt, source }) => [alt, source].filter(Boolean).join(' – '))
          .join('\n'),
      },
      ...form.variations
        .filter(({ remove }) => !remove)
        .map((one) => variationLine(one, nameOf(one.key, { fields, stored, namesOf: named, terms: all }))),
    ];
  };
}

/** Sources for looking up names. */
interface Names {
  readonly fields: FormFields;
  readonly stored: StoredProduct | null;
  readonly namesOf: (ids: readonly number[]) => string;
  readonly terms: readonly CatalogueTerm[];
}

function nameOf(key: string, { fields, stored, namesOf, terms }: Names): string {
  const rows = fields.variations;
  const row = typeof rows === 'object' && !Array.isArray(rows) ? rows[key] : undefined;
  const ids =
    typeof row === 'object' && !Array.isArray(row) && typeof row.terms === 'string'
      ? row.terms.split('_').map(Number)
      : [];
  return ids.length > 0 ? namesOf(ids).replaceAll('\n', ', ') : rowName({ key }, stored, terms);
}
