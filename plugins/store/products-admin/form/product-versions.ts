import type { EditedKind, FormFields, KeptVersion, PluginScope } from 'plinth';
import type { CatalogueParts } from '../../catalogue/boot.js';
import type { StoredProduct } from '../../catalogue/stored-product.js';
import type { Money } from '../../money/money.js';
import { PRODUCT_KIND } from '../../products/edited-kind.js';
import { PRODUCT_SLUG } from '../screen-slugs.js';
import { fieldsOf, formOfVersion } from './form-fields.js';
import { linkedIds, rowName } from './form-input.js';
import { siteZone } from './local-time.js';
import { formOf, type ProductForm, readForm } from './product-form.js';

interface ProductVersionsDeps {
  readonly scope: PluginScope;
  readonly parts: Pick<CatalogueParts, 'products' | 'terms' | 'taxonomies' | 'types' | 'catalogue'>;
  readonly money: Pick<Money, 'typed'>;
}

/** What was typed before, as the screen shows it. */
export interface Restored {
  readonly form: ProductForm;
  /** The fields of extensions, by key, as they are stored. */
  readonly extra: Readonly<Record<string, string | boolean>>;
  /** All that stood in the form, where it was typed and not saved. */
  readonly sent?: FormFields;
}

/** Versions of products, and what somebody typed and did not save. */
export interface ProductVersions {
  /** As the host asks for it. */
  readonly kind: EditedKind;
  formOf(product: StoredProduct): Promise<ProductForm>;
  /** Keeps how a product is now; in the transaction that saved it. */
  keep(id: number, before: StoredProduct | null): Promise<void>;
  /** What this person typed after the last save, where it differs from what is stored. */
  typed(product: StoredProduct): Promise<KeptVersion | null>;
  /** A version as a form that can be saved; null when there is none. */
  restored(product: StoredProduct, version: number): Promise<Restored | null>;
}

export function createProductVersions({ scope, parts, money }: ProductVersionsDeps): ProductVersions {
  const { __ } = scope;
  const { products, terms, taxonomies, types, catalogue } = parts;

  async function formNow(product: StoredProduct): Promise<ProductForm> {
    return formOf(product, {
      money,
      zone: await siteZone(scope.getOption),
      terms: await terms.all(),
      taxonomies: await taxonomies.taxonomies(),
    });
  }
  const fieldsNow = async (product: StoredProduct): Promise<FormFields> => fieldsOf(await formNow(product), product);

  async function describe(fields: FormFields, id: number): Promise<{ label: string; text: string }[]> {
    const form = readForm({ form: fields });
    const [stored, all, known, added, kinds] = [
      await products.get(id),
      await terms.all(),
      await taxonomies.taxonomies(),
      await catalogue.fields(),
      await types.registered(),
    ];
    const named = (ids: readonly number[]): string =>
      ids
        .map((one) => all.find((term) => term.id === one)?.name ?? `#${one}`)
        .sort()
        .join('\n');
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
      [sku && `${__('SKU')} ${sku}`, gtin && `${__('GTIN')} ${gtin}`, weight && `${weight} g`]
        .filter(Boolean)
        .join('\n');
    const stock: Readonly<Record<string, string>> = {
      instock: __('In stock'),
      onbackorder: __('Available on backorder'),
      outofstock: __('Out of stock'),
    };
    const kindNames: Readonly<Record<string, string>> = {
      physical: __('Is sent'),
      digital: __('Digital'),
      ...Object.fromEntries(kinds.map(({ value, label }) => [value, label])),
    };
    const briefs = await products.briefs([...linkedIds(form.upsells), ...linkedIds(form.crossSells)]);
    const linkedNames = (rows: ProductForm['upsells']): string =>
      linkedIds(rows)
        .flatMap((one) => briefs.get(one)?.name ?? [])
        .join('\n');
    const yesNo = (value: boolean): string => (value ? __('yes') : __('no'));
    return [
      { label: __('Name'), text: form.name },
      { label: __('Address'), text: form.slug },
      { label: __('Short description'), text: form.shortDescription },
      { label: __('Description'), text: form.description },
      { label: __('Price'), text: price(form) },
      { label: __('Tax rate (%)'), text: form.taxRate },
      { label: __('Numbers'), text: numbers(form) },
      { label: __('When it is not counted'), text: stock[form.stock] ?? form.stock },
      { label: __('May be ordered when there is none'), text: yesNo(form.backorders) },
      { label: __('Expected from'), text: form.expectedOn },
      { label: __('Price per'), text: form.unit === '' ? '' : `${form.unitContent} ${form.unit}` },
      { label: __('Status'), text: form.status === 'publish' ? __('Published') : __('Draft') },
      { label: __('In lists'), text: form.visibility === 'visible' ? __('Shown') : __('Hidden, by its address only') },
      { label: __('Kind'), text: kindNames[form.kind] ?? form.kind },
      { label: __('On the home page'), text: yesNo(form.featured) },
      { label: __('Place in lists'), text: form.position },
      { label: __('Categories'), text: named(form.categories) },
      { label: __('Brand'), text: form.brand },
      { label: __('Tags'), text: form.tags },
      { label: __('Up-sells'), text: linkedNames(form.upsells) },
      { label: __('Cross-sells'), text: linkedNames(form.crossSells) },
      ...known
        .filter(({ kind }) => kind === 'attribute')
        .map(({ name, label }) => ({ label, text: form.attributes[name] ?? '' })),
      ...added.map(({ key, label, type }) => ({
        label,
        text: type === 'boolean' ? yesNo((form.extra[key] ?? '') !== '') : (form.extra[key] ?? ''),
      })),
      {
        label: __('Pictures'),
        text: form.images
          .filter(({ remove }) => !remove)
          .map(({ alt, source }) => [alt, source].filter(Boolean).join(' – '))
          .join('\n'),
      },
      ...form.variations
        .filter(({ remove }) => !remove)
        .map((one) => ({
          label: `${__('Variation')} ${nameOf(one.key, fields, stored, named, all)}`,
          text: [
            price(one),
            numbers(one),
            stock[one.stock] ?? one.stock,
            one.image && __('Picture %d', Number(one.image)),
          ]
            .filter(Boolean)
            .join('\n'),
        })),
    ];
  }

  function nameOf(
    key: string,
    fields: FormFields,
    stored: StoredProduct | null,
    named: (ids: readonly number[]) => string,
    all: Parameters<typeof rowName>[2],
  ): string {
    const rows = fields.variations;
    const row = typeof rows === 'object' && !Array.isArray(rows) ? rows[key] : undefined;
    const ids =
      typeof row === 'object' && !Array.isArray(row) && typeof row.terms === 'string'
        ? row.terms.split('_').map(Number)
        : [];
    return ids.length > 0 ? named(ids).replaceAll('\n', ', ') : rowName({ key }, stored, all);
  }

  return {
    kind: {
      kind: PRODUCT_KIND,
      mayEdit: () => scope.currentUserCan('manage_shop'),
      async find(id) {
        const product = await products.get(id);
        return product && { title: product.name, url: `admin.php?page=${PRODUCT_SLUG}&id=${id}` };
      },
      async stored(id) {
        const product = await products.get(id);
        return product ? fieldsNow(product) : {};
      },
      describe,
    },
    formOf: formNow,
    async keep(id, before) {
      const now = await products.get(id);
      if (now)
        await scope.keepVersion(PRODUCT_KIND, id, await fieldsNow(now), before ? await fieldsNow(before) : undefined);
    },
    async typed(product) {
      const kept = await scope.autosaveOf(PRODUCT_KIND, product.id, product.updatedAt);
      if (!kept) return null;
      const form = readForm({ form: kept.fields });
      const isCounted = [form, ...form.variations].some(({ quantity, quantityBefore }) => quantity !== quantityBefore);
      const [then, now] = [
        await describe(kept.fields, product.id),
        await describe(await fieldsNow(product), product.id),
      ];
      return isCounted || JSON.stringify(then) !== JSON.stringify(now) || form.newImages !== '' ? kept : null;
    },
    async restored(product, version) {
      const kept = await scope.versionOf(PRODUCT_KIND, product.id, version);
      if (!kept) return null;
      const form = readForm({ form: kept.fields });
      if (kept.autosave)
        return { form: { ...form, modified: product.updatedAt, complete: true }, extra: {}, sent: kept.fields };
      const extra = Object.entries(form.extra).map(
        ([key, value]) => [key, typeof product.fields[key] === 'boolean' ? value === '1' : value] as const,
      );
      return { form: formOfVersion(form, kept.fields, product), extra: Object.fromEntries(extra) };
    },
  };
}
