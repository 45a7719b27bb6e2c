import type { FormFields, PluginScope } from 'plinth';
import type { CatalogParts } from '../../catalog/boot.js';
import type { StoredProduct } from '../../catalog/stored-product.js';
import type { CatalogTerm } from '../../contract/index.js';
import { linkedIds } from './form-input.js';
import { type ProductForm, readForm } from './product-form.js';
import { variationRowName } from './variation-rows.js';

interface RevisionTextDeps {
  readonly scope: Pick<PluginScope, '__'>;
  readonly parts: Pick<CatalogParts, 'products' | 'terms' | 'taxonomies' | 'types' | 'catalog'>;
}

/** A labeled value of a revision. */
interface RevisionLine {
  readonly label: string;
  readonly text: string;
}

/** Returns the label of a stock status. */
function stockLabel(stock: string, { __ }: RevisionTextDeps['scope']): string {
  const labels: Readonly<Record<string, string>> = {
    instock: __('In stock'),
    onbackorder: __('Available on backorder'),
    outofstock: __('Out of stock'),
  };
  return labels[stock] ?? stock;
}

/** Creates the function that returns a product revision as text with all fields, to compare revisions. */
export function createRevisionText({
  scope,
  parts,
}: RevisionTextDeps): (fields: FormFields, id: number) => Promise<RevisionLine[]> {
  const { __ } = scope;
  const { products, terms, taxonomies, types, catalog } = parts;

  const priceText = ({
    regular,
    sale,
    saleFrom,
    saleTo,
  }: Pick<ProductForm, 'regular' | 'sale' | 'saleFrom' | 'saleTo'>): string =>
    [regular, sale === '' ? '' : `${__('Sale price')}: ${[sale, saleFrom, saleTo].filter(Boolean).join(' ')}`]
      .filter(Boolean)
      .join('\n');
  const identifierText = ({ sku, gtin, weight }: Pick<ProductForm, 'sku' | 'gtin' | 'weight'>): string =>
    [sku && `${__('SKU')} ${sku}`, gtin && `${__('GTIN')} ${gtin}`, weight && `${weight} g`].filter(Boolean).join('\n');
  const yesNo = (value: boolean): string => (value ? __('yes') : __('no'));

  async function typeText(kind: string): Promise<string> {
    const typeNames: Readonly<Record<string, string>> = {
      physical: __('Physical'),
      digital: __('Digital'),
      ...Object.fromEntries((await types.registered()).map(({ value, label }) => [value, label])),
    };
    return typeNames[kind] ?? kind;
  }

  /** Returns the names of the up-sells and cross-sells, one per line. */
  async function linkedTexts({ upsells, crossSells }: ProductForm): Promise<readonly [string, string]> {
    const linkedProducts = await products.briefs([...linkedIds(upsells), ...linkedIds(crossSells)]);
    const linkedNames = (rows: ProductForm['upsells']): string =>
      linkedIds(rows)
        .flatMap((productId) => linkedProducts.get(productId)?.name ?? [])
        .join('\n');
    return [linkedNames(upsells), linkedNames(crossSells)];
  }

  async function productLines(form: ProductForm, named: (ids: readonly number[]) => string): Promise<RevisionLine[]> {
    const [upsells, crossSells] = await linkedTexts(form);
    return [
      { label: __('Name'), text: form.name },
      { label: __('Slug'), text: form.slug },
      { label: __('Short description'), text: form.shortDescription },
      { label: __('Description'), text: form.description },
      { label: __('Price'), text: priceText(form) },
      { label: __('Tax rate (%)'), text: form.taxRate },
      { label: __('Identifiers and weight'), text: identifierText(form) },
      { label: __('Stock status when not tracked'), text: stockLabel(form.stock, scope) },
      { label: __('Allow backorders'), text: yesNo(form.backorders) },
      { label: __('Expected from'), text: form.expectedOn },
      { label: __('Unit price per'), text: form.unit === '' ? '' : `${form.unitContent} ${form.unit}` },
      { label: __('Status'), text: form.status === 'publish' ? __('Published') : __('Draft') },
      {
        label: __('Catalog visibility'),
        text: form.visibility === 'visible' ? __('Visible') : __('Hidden (direct link only)'),
      },
      { label: __('Type'), text: await typeText(form.kind) },
      { label: __('On the home page'), text: yesNo(form.featured) },
      { label: __('Sort order in lists'), text: form.position },
      { label: __('Categories'), text: named(form.categories) },
      { label: __('Brand'), text: form.brand },
      { label: __('Tags'), text: form.tags },
      { label: __('Up-sells'), text: upsells },
      { label: __('Cross-sells'), text: crossSells },
    ];
  }

  /** Returns the lines of attributes and extension fields. */
  async function extraLines(form: ProductForm): Promise<RevisionLine[]> {
    const allTaxonomies = await taxonomies.taxonomies();
    const extensionFields = await catalog.fields();
    return [
      ...allTaxonomies
        .filter(({ kind }) => kind === 'attribute')
        .map(({ name, label }) => ({ label, text: form.attributes[name] ?? '' })),
      ...extensionFields.map(({ key, label, type }) => ({
        label,
        text: type === 'boolean' ? yesNo((form.extra[key] ?? '') !== '') : (form.extra[key] ?? ''),
      })),
    ];
  }

  function variationLine(variation: ProductForm['variations'][number], name: string): RevisionLine {
    return {
      label: `${__('Variation')} ${name}`,
      text: [
        priceText(variation),
        identifierText(variation),
        stockLabel(variation.stock, scope),
        variation.image && __('Image %d', Number(variation.image)),
      ]
        .filter(Boolean)
        .join('\n'),
    };
  }

  return async (fields, id) => {
    const form = readForm({ form: fields });
    const stored = await products.get(id);
    const all = await terms.all();
    const namesOfTerms = (ids: readonly number[]): string =>
      ids
        .map((termId) => all.find((term) => term.id === termId)?.name ?? `#${termId}`)
        .sort()
        .join('\n');
    return [
      ...(await productLines(form, namesOfTerms)),
      ...(await extraLines(form)),
      {
        label: __('Images'),
        text: form.images
          .filter(({ remove }) => !remove)
          .map(({ alt, source }) => [alt, source].filter(Boolean).join(' – '))
          .join('\n'),
      },
      ...form.variations
        .filter(({ remove }) => !remove)
        .map((variation) =>
          variationLine(variation, variationName(variation.key, { fields, stored, namesOf: namesOfTerms, terms: all })),
        ),
    ];
  };
}

/** Sources of the name of a variation. */
interface VariationNameSources {
  readonly fields: FormFields;
  readonly stored: StoredProduct | null;
  readonly namesOf: (ids: readonly number[]) => string;
  readonly terms: readonly CatalogTerm[];
}

function variationName(key: string, { fields, stored, namesOf, terms }: VariationNameSources): string {
  const rows = fields.variations;
  const row = typeof rows === 'object' && !Array.isArray(rows) ? rows[key] : undefined;
  const ids =
    typeof row === 'object' && !Array.isArray(row) && typeof row.terms === 'string'
      ? row.terms.split('_').map(Number)
      : [];
  return ids.length > 0 ? namesOf(ids).replaceAll('\n', ', ') : variationRowName({ key }, stored, terms);
}
