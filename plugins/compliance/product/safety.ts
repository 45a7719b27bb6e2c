import type { CatalogueRecord } from '../store/shop.js';
import { contactGaps, contactOfText, isAbroad, NO_CONTACT, type SafetyContact } from '../safety/contact.js';
import type { Directory } from '../safety/contacts.js';
import { fieldText, SAFETY_FIELD, SAFETY_TEXT } from '../safety/product-keys.js';

/** What Regulation (EU) 2023/988, art. 19, wants shown with an offer. */
export interface ProductSafety {
  readonly manufacturer: SafetyContact;
  /** Who answers for the product in the EU; all empty for nobody. */
  readonly responsible: SafetyContact;
  readonly warnings: string;
}

/** What an offer lacks. */
export type SafetyGap = 'manufacturer' | 'manufacturer_contact' | 'responsible';

/** A product's safety data: the records that it names, else the texts that it brought along itself. */
export function safetyOf(
  { fields }: Pick<CatalogueRecord, 'fields'>,
  directory: Pick<Directory, 'find'>,
): ProductSafety {
  const text = (key: string): string => fieldText(fields, key);
  const maker = directory.find('manufacturer', text(SAFETY_FIELD.manufacturer));
  const person = directory.find('responsible', text(SAFETY_FIELD.responsible));
  const typed = contactOfText(text(SAFETY_TEXT.responsible), text(SAFETY_TEXT.responsibleContact));
  return {
    manufacturer:
      maker ??
      contactOfText(
        text(SAFETY_TEXT.manufacturer),
        text(SAFETY_TEXT.manufacturerContact),
        text(SAFETY_TEXT.manufacturerCountry),
      ),
    responsible:
      person ?? (isThere(typed) ? typed : (directory.find('responsible', maker?.responsible ?? '') ?? NO_CONTACT)),
    warnings: text(SAFETY_FIELD.warnings),
  };
}

/** Whether anything is known of somebody. */
export const isThere = (contact: SafetyContact): boolean => contactGaps(contact).length < 3;

/** Which parts are missing, by rule and not by number: (a) the manufacturer with postal and electronic address, (b) outside the EU a responsible person with both. */
export function missingSafety({ manufacturer, responsible }: ProductSafety): readonly SafetyGap[] {
  const gaps = contactGaps(manufacturer);
  return [
    ...(gaps.includes('name') ? (['manufacturer'] as const) : []),
    ...(gaps.some((gap) => gap !== 'name') ? (['manufacturer_contact'] as const) : []),
    ...(isAbroad(manufacturer) && contactGaps(responsible).length > 0 ? (['responsible'] as const) : []),
  ];
}

/** Everything that a page has to say, each as it stands there. */
export function safetyTexts({ manufacturer, responsible, warnings }: ProductSafety): readonly string[] {
  return [manufacturer, responsible]
    .flatMap(({ name, address, email, url }) => [name, ...address.split('\n'), email, url])
    .concat(warnings.split('\n'))
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
}
