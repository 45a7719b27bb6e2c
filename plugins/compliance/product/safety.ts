import type { CatalogRecord } from '../store/shop.js';
import { findContactGaps, parseContact, mayBeOutsideEu, NO_CONTACT, type SafetyContact } from '../safety/contact.js';
import type { Directory } from '../safety/contacts.js';
import { readFieldText, SAFETY_FIELD, SAFETY_TEXT } from '../safety/product-keys.js';

/** Safety information to be shown with an offer according to Regulation (EU) 2023/988, art. 19. */
export interface ProductSafety {
  readonly manufacturer: SafetyContact;
  /** Responsible person in the EU; all fields empty for none. */
  readonly responsible: SafetyContact;
  readonly warnings: string;
}

/** Missing part of an offer's safety information. */
export type SafetyGap = 'manufacturer' | 'manufacturer_contact' | 'responsible' | 'manufacturer_country';

/** Returns a product's safety data: the contacts it refers to, otherwise texts stored with the product itself. */
export function getSafety(
  { fields }: Pick<CatalogRecord, 'fields'>,
  directory: Pick<Directory, 'find'>,
): ProductSafety {
  const text = (key: string): string => readFieldText(fields, key);
  const maker = directory.find('manufacturer', text(SAFETY_FIELD.manufacturer));
  const person = directory.find('responsible', text(SAFETY_FIELD.responsible));
  const textContact = parseContact(text(SAFETY_TEXT.responsible), text(SAFETY_TEXT.responsibleContact));
  return {
    manufacturer:
      maker ??
      parseContact(
        text(SAFETY_TEXT.manufacturer),
        text(SAFETY_TEXT.manufacturerContact),
        text(SAFETY_TEXT.manufacturerCountry),
      ),
    responsible:
      person ??
      (hasContactData(textContact)
        ? textContact
        : (directory.find('responsible', maker?.responsible ?? '') ?? NO_CONTACT)),
    warnings: text(SAFETY_FIELD.warnings),
  };
}

/** Whether any contact data is present. */
export const hasContactData = (contact: SafetyContact): boolean => findContactGaps(contact).length < 3;

/**
 * Returns the missing parts, by requirement rather than by field: (a) the manufacturer with postal and electronic
 * address, (b) for one outside the EU, a responsible person with both; without a country it is unknown whether one is
 * needed.
 */
export function findMissingSafety({ manufacturer, responsible }: ProductSafety): readonly SafetyGap[] {
  const gaps = findContactGaps(manufacturer);
  const needsResponsible = mayBeOutsideEu(manufacturer) && findContactGaps(responsible).length > 0;
  const responsibleGap = manufacturer.country === '' ? 'manufacturer_country' : 'responsible';
  return [
    ...(gaps.includes('name') ? (['manufacturer'] as const) : []),
    ...(gaps.some((gap) => gap !== 'name') ? (['manufacturer_contact'] as const) : []),
    ...(needsResponsible && !gaps.includes('name') ? ([responsibleGap] as const) : []),
  ];
}

/** Returns all texts that a page must contain, exactly as displayed. */
export function getSafetyTexts({ manufacturer, responsible, warnings }: ProductSafety): readonly string[] {
  return [manufacturer, responsible]
    .flatMap(({ name, address, email, url }) => [name, ...address.split('\n'), email, url])
    .concat(warnings.split('\n'))
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
}
