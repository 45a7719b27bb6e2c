import type { FieldChoice, Filters, PluginScope } from 'plinth';
import type { ContactKind } from '../safety/contact.js';
import type { SafetyContacts } from '../safety/contacts.js';
import { SAFETY_FIELD } from '../safety/product-keys.js';
import type { Settings } from '../settings/settings.js';
import type { CatalogRecord } from '../store/shop.js';

/** The store's product field: `used` for second-hand goods. */
const CONDITION_FIELD = 'condition';

/** Whether a product is sold second-hand. */
export function isSecondHand({ fields }: Pick<CatalogRecord, 'fields'>): boolean {
  return fields[CONDITION_FIELD] === 'used';
}

/** Product fields for legally required information; edited in the store's product form. */
export const PRODUCT_FIELD = {
  deliveryTime: 'delivery_time',
  perishable: 'perishable',
  warnings: SAFETY_FIELD.warnings,
  claim: 'green_claim',
  evidence: 'green_evidence',
  validTo: 'green_valid_to',
} as const;

/**
 * Whether goods are perishable: their lowest price is the one before the first reduction (Directive 98/6/EC, art. 6a).
 */
export const isPerishable = ({ fields }: { readonly fields: Readonly<Record<string, unknown>> }): boolean =>
  fields[PRODUCT_FIELD.perishable] === true;

type ProductField = ReturnType<Filters['store/product_fields']>[number];

/** Registers the product fields that the settings require. */
export function registerProductFields(
  { addFilter, __ }: Pick<PluginScope, 'addFilter' | '__'>,
  settings: Settings,
): void {
  addFilter('store/product_fields', async (fields: readonly ProductField[]): Promise<ProductField[]> => {
    const values = await settings.values();
    const text = (key: string, label: string): ProductField => ({ key, label, type: 'text' });
    return [
      ...fields,
      ...(values.flag('delivery_time_enabled') ? [text(PRODUCT_FIELD.deliveryTime, __('Delivery time'))] : []),
      ...(values.flag('omnibus_enabled')
        ? [{ key: PRODUCT_FIELD.perishable, label: __('Perishable'), type: 'boolean' } as const]
        : []),
      ...(values.flag('gpsr_enabled') ? [text(PRODUCT_FIELD.warnings, __('Warnings and safety information'))] : []),
      ...(values.flag('greenwashing_enabled')
        ? [
            text(PRODUCT_FIELD.claim, __('Environmental claim')),
            text(PRODUCT_FIELD.evidence, __('Environmental claim: evidence or certificate')),
            text(PRODUCT_FIELD.validTo, __('Environmental claim: valid until (YYYY-MM-DD)')),
          ]
        : []),
    ];
  });
}

/** Returns a text field of a product; '' when it is absent. */
export function getTextField(record: Pick<CatalogRecord, 'fields'>, key: string): string {
  const value = record.fields[key];
  return typeof value === 'string' ? value.trim() : '';
}

/** Adds fields for selecting a product's manufacturer and its responsible person in the EU from the stored contacts. */
export function registerSafetyFields(
  scope: Pick<PluginScope, 'addFields' | '__'>,
  { contacts }: { readonly contacts: Pick<SafetyContacts, 'directory'> },
): void {
  const { __ } = scope;
  const createChoices =
    (kind: ContactKind, getEmptyLabel: () => string) => async (): Promise<readonly FieldChoice[]> => [
      { value: '', label: getEmptyLabel() },
      ...(await contacts.directory()).all
        .filter((contact) => contact.kind === kind)
        .map(({ code, name }) => ({ value: code, label: name })),
    ];

  scope.addFields({
    objectType: 'product',
    title: () => __('Product safety'),
    description: () => __('Manage names and addresses for all products under Compliance → Manufacturers.'),
    fields: [
      {
        key: SAFETY_FIELD.manufacturer,
        type: 'select',
        label: () => __('Manufacturer'),
        choices: createChoices('manufacturer', () => __('Not selected')),
      },
      {
        key: SAFETY_FIELD.responsible,
        type: 'select',
        label: () => __('Responsible person in the EU'),
        help: () => __('Required if the manufacturer is based outside the EU: Regulation (EU) 2023/988, art. 16.'),
        choices: createChoices('responsible', () => __('As in the manufacturer’s details')),
      },
    ],
  });
}
