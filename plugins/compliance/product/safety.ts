import type { CatalogueRecord } from '../store/catalogue.js';
import { FIELD, textOf } from './product-fields.js';

/** What Regulation (EU) 2023/988, art. 19, wants shown with an offer. */
interface ProductSafety {
  readonly manufacturer: string;
  readonly manufacturerContact: string;
  /** ISO 3166-1 alpha-2; '' counts as the EU. */
  readonly manufacturerCountry: string;
  readonly responsible: string;
  readonly responsibleContact: string;
  readonly warnings: string;
}

const EU = ['AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE', 'IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE'];

export function safetyOf(record: Pick<CatalogueRecord, 'fields'>): ProductSafety {
  return {
    manufacturer: textOf(record, FIELD.manufacturer),
    manufacturerContact: textOf(record, FIELD.manufacturerContact),
    manufacturerCountry: textOf(record, FIELD.manufacturerCountry).toUpperCase(),
    responsible: textOf(record, FIELD.responsible),
    responsibleContact: textOf(record, FIELD.responsibleContact),
    warnings: textOf(record, FIELD.warnings),
  };
}

/** Which parts are missing, by rule and not by number: (a) the manufacturer, (b) outside the EU a responsible person. */
export function missingSafety({ manufacturer, manufacturerContact, manufacturerCountry, responsible, responsibleContact }: ProductSafety): readonly ('manufacturer' | 'manufacturer_contact' | 'responsible')[] {
  const abroad = manufacturerCountry !== '' && !EU.includes(manufacturerCountry);
  return [
    ...(manufacturer === '' ? (['manufacturer'] as const) : []),
    ...(manufacturerContact === '' ? (['manufacturer_contact'] as const) : []),
    ...(abroad && (responsible === '' || responsibleContact === '') ? (['responsible'] as const) : []),
  ];
}
