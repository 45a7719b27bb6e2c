import type { Field, PluginScope } from 'plinth';
import type { CatalogRecord } from '../store/shop.js';

type FieldText = Pick<PluginScope, '__'>;

/** A piece of information that the law requires about products of a sector. */
interface SectorField {
  readonly key: string;
  readonly type: 'textarea' | 'text' | 'select' | 'url';
  /** Whether every product of the sector must state it. */
  readonly required: boolean;
  label(i18n: FieldText): string;
  help?(i18n: FieldText): string;
  readonly choices?: readonly string[];
  /** Returns an error message for an invalid value. */
  validate?(value: string, i18n: FieldText): string | undefined;
}

/** Products for which the law requires additional information before the order. */
export interface Sector {
  /** Key of the checkbox that marks products of the sector. */
  readonly key: string;
  label(i18n: FieldText): string;
  readonly fields: readonly SectorField[];
  /** Returns the information that is the same for all products of the sector; '' if there is none. */
  notice?(i18n: FieldText): string;
}

const ENERGY_CLASSES = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;
const PERCENTAGE = /(\d{1,3}(?:[.,]\d)?)\s*%/g;

/**
 * Returns an error message if the percentages of a fiber composition do not add up to 100 (Regulation (EU) No
 * 1007/2011, art. 9). Parts of a garment, on lines of their own, each add up to 100.
 */
function validateFibers(value: string, { __ }: FieldText): string | undefined {
  const lines = value.split('\n').filter((line) => line.trim() !== '');
  const isComplete = lines.every((line) => {
    const shares = [...line.matchAll(PERCENTAGE)].map(([, share = '']) => Number(share.replace(',', '.')));
    return shares.length > 0 && Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100) < 0.05;
  });
  return isComplete ? undefined : __('Enter the share of each fiber in percent; each line must add up to 100%.');
}

/** Sectors with mandatory information in distance selling. */
export const SECTORS: readonly Sector[] = [
  {
    // Regulation (EU) No 1169/2011, art. 9 and 14.
    key: 'sector_food',
    label: ({ __ }) => __('Food'),
    fields: [
      {
        key: 'food_ingredients',
        type: 'textarea',
        required: true,
        label: ({ __ }) => __('Ingredients'),
        help: ({ __ }) => __('In descending order of weight. For a product of one ingredient, enter its name.'),
      },
      {
        key: 'food_allergens',
        type: 'text',
        required: true,
        label: ({ __ }) => __('Allergens'),
        help: ({ __ }) => __('If there are none, say so.'),
      },
      {
        key: 'food_origin',
        type: 'text',
        required: false,
        label: ({ __ }) => __('Country of origin'),
        help: ({ __ }) => __('Required for honey, fruit and vegetables, meat, fish, and olive oil, among others.'),
      },
      { key: 'food_storage', type: 'text', required: false, label: ({ __ }) => __('Storage and use') },
      {
        key: 'food_nutrition',
        type: 'textarea',
        required: false,
        label: ({ __ }) => __('Nutrition declaration per 100 g or 100 ml'),
      },
      {
        key: 'food_operator',
        type: 'textarea',
        required: true,
        label: ({ __ }) => __('Food business operator'),
        help: ({ __ }) => __('Name and address of the business under whose name the food is marketed.'),
      },
    ],
  },
  {
    // Regulation (EU) No 1007/2011, art. 16.
    key: 'sector_textile',
    label: ({ __ }) => __('Textiles and clothing'),
    fields: [
      {
        key: 'textile_fibers',
        type: 'textarea',
        required: true,
        label: ({ __ }) => __('Fiber composition'),
        help: ({ __ }) => __('For example: 80% cotton, 20% polyester. One line for each part of the product.'),
        validate: validateFibers,
      },
    ],
  },
  {
    // Regulation (EU) 2017/1369, art. 5 and 6.
    key: 'sector_energy',
    label: ({ __ }) => __('Products with an energy label'),
    fields: [
      {
        key: 'energy_class',
        type: 'select',
        required: true,
        label: ({ __ }) => __('Energy efficiency class'),
        choices: ENERGY_CLASSES,
      },
      {
        key: 'energy_sheet',
        type: 'url',
        required: true,
        label: ({ __ }) => __('Product information sheet'),
        help: ({ __ }) => __('URL of the product in the EPREL database, with its label.'),
      },
    ],
  },
  {
    // Directive 2012/19/EU, art. 5 and 14; Act of 11 September 2015 on waste electrical and electronic equipment, art. 37
    // and 39.
    key: 'sector_electrical',
    label: ({ __ }) => __('Electrical and electronic equipment'),
    fields: [],
    notice: ({ __ }) =>
      __(
        'Do not dispose of this equipment with household waste. When you buy new equipment, we take back old equipment of the same type free of charge.',
      ),
  },
  {
    // Regulation (EU) 2023/1542, art. 62 and 74.
    key: 'sector_battery',
    label: ({ __ }) => __('Products with batteries'),
    fields: [],
    notice: ({ __ }) =>
      __(
        'Do not dispose of used batteries with household waste. Return them free of charge to us or to a collection point.',
      ),
  },
];

/** A sector's information about one product. */
export interface SectorInfo {
  readonly label: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  readonly notice: string;
  /** Labels of required information that is missing. */
  readonly missing: readonly string[];
}

/** Returns the information about a product for each sector that it is marked with. */
export function getSectorInfo({ fields }: Pick<CatalogRecord, 'fields'>, i18n: FieldText): SectorInfo[] {
  const valueOf = ({ key }: SectorField): string => {
    const value = fields[key];
    return typeof value === 'string' ? value.trim() : '';
  };
  return SECTORS.filter(({ key }) => fields[key] === true).map((sector) => ({
    label: sector.label(i18n),
    rows: sector.fields
      .map((field) => ({ label: field.label(i18n), value: valueOf(field) }))
      .filter(({ value }) => value !== ''),
    notice: sector.notice?.(i18n) ?? '',
    missing: sector.fields.filter((field) => field.required && valueOf(field) === '').map((field) => field.label(i18n)),
  }));
}

/** Adds the fields to the product form; those of a sector are shown once the product is marked with it. */
export function registerSectorFields(scope: Pick<PluginScope, 'addFields' | '__'>): void {
  const toField = (sector: Sector, field: SectorField): Field => ({
    key: field.key,
    type: field.type,
    label: () => field.label(scope),
    help: () => field.help?.(scope) ?? '',
    showIf: { field: sector.key, is: true },
    ...(field.choices
      ? {
          choices: () => [
            { value: '', label: scope.__('Not selected') },
            ...(field.choices ?? []).map((value) => ({ value, label: value })),
          ],
        }
      : {}),
    validate: (value) => {
      if (typeof value !== 'string' || value === '') return undefined;
      return field.validate?.(value, scope);
    },
  });
  scope.addFields({
    objectType: 'product',
    title: () => scope.__('Information required by sector'),
    description: () =>
      scope.__('Select what applies. The information is shown on the product page, as the law requires.'),
    fields: SECTORS.flatMap((sector): Field[] => [
      { key: sector.key, type: 'checkbox', label: () => sector.label(scope) },
      ...sector.fields.map((field) => toField(sector, field)),
    ]),
  });
}

/** Shows the information on product pages. */
export function registerSectorInfo(scope: PluginScope): void {
  scope.addFilter(
    'store/product_html',
    async (html: string, record: CatalogRecord) => {
      const sectors = getSectorInfo(record, scope).filter(({ rows, notice }) => rows.length > 0 || notice !== '');
      if (sectors.length === 0) return html;
      scope.useAsset('compliance-product');
      return html + (await scope.render('product/sectors', { sectors: sectors.map(toSectorView) }));
    },
    20,
    2,
  );
}

function toSectorView(sector: SectorInfo): object {
  return {
    ...sector,
    rows: sector.rows.map(({ label, value }) => ({
      label,
      lines: value.split('\n').filter((line) => line.trim() !== ''),
      url: /^https:\/\//.test(value) ? value : '',
    })),
  };
}
