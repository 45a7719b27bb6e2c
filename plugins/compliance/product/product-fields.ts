import type { Filters, PluginScope } from 'plinth';
import type { CatalogueRecord } from '../store/catalogue.js';
import { SAFETY_FIELD } from '../safety/product-keys.js';
import type { Settings } from '../settings/settings.js';

/** Fields of products that the law asks about; the store's product form edits them. */
export const FIELD = {
  deliveryTime: 'delivery_time',
  perishable: 'perishable',
  warnings: SAFETY_FIELD.warnings,
  claim: 'green_claim',
  evidence: 'green_evidence',
  validTo: 'green_valid_to',
} as const;

/** Whether goods are quickly perishable: their lowest price is that before the first cut (Directive 98/6/EC, art. 6a). */
export const isPerishable = ({ fields }: { readonly fields: Readonly<Record<string, unknown>> }): boolean =>
  fields[FIELD.perishable] === true;

type ProductField = ReturnType<Filters['store/product_fields']>[number];

/** Registers the fields that the settings ask for. */
export function registerProductFields(
  { addFilter, __ }: Pick<PluginScope, 'addFilter' | '__'>,
  settings: Settings,
): void {
  addFilter('store/product_fields', async (fields: readonly ProductField[]): Promise<ProductField[]> => {
    const values = await settings.values();
    const text = (key: string, label: string): ProductField => ({ key, label, type: 'text' });
    return [
      ...fields,
      ...(values.flag('delivery_time_enabled') ? [text(FIELD.deliveryTime, __('Delivery time'))] : []),
      ...(values.flag('omnibus_enabled')
        ? [{ key: FIELD.perishable, label: __('Quickly perishable'), type: 'boolean' } as const]
        : []),
      ...(values.flag('gpsr_enabled') ? [text(FIELD.warnings, __('Warnings and safety information'))] : []),
      ...(values.flag('greenwashing_enabled')
        ? [
            text(FIELD.claim, __('Environmental claim')),
            text(FIELD.evidence, __('Environmental claim: evidence or certificate')),
            text(FIELD.validTo, __('Environmental claim: valid to, as 2027-12-31')),
          ]
        : []),
    ];
  });
}

/** A text field of a product; '' when there is none. */
export function textOf(record: Pick<CatalogueRecord, 'fields'>, key: string): string {
  const value = record.fields[key];
  return typeof value === 'string' ? value.trim() : '';
}
