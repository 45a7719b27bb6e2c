import type { FieldChoice, PluginScope } from 'plinth';
import type { ContactKind } from '../safety/contact.js';
import type { SafetyContacts } from '../safety/contacts.js';
import { SAFETY_FIELD } from '../safety/product-keys.js';

/** Has the owner choose a product's manufacturer, and who answers for it in the EU, among the records. */
export function registerSafetyFields(
  scope: Pick<PluginScope, 'addFields' | '__'>,
  { contacts }: { readonly contacts: Pick<SafetyContacts, 'directory'> },
): void {
  const { __ } = scope;
  const choices = (kind: ContactKind, none: () => string) => async (): Promise<readonly FieldChoice[]> => [
    { value: '', label: none() },
    ...(await contacts.directory()).all
      .filter((one) => one.kind === kind)
      .map(({ code, name }) => ({ value: code, label: name })),
  ];

  scope.addFields({
    on: 'product',
    title: () => __('Product safety'),
    description: () => __('Names and addresses are kept once for all products, under Compliance → Manufacturers.'),
    fields: [
      {
        key: SAFETY_FIELD.manufacturer,
        type: 'select',
        label: () => __('Manufacturer'),
        choices: choices('manufacturer', () => __('Not chosen')),
      },
      {
        key: SAFETY_FIELD.responsible,
        type: 'select',
        label: () => __('Responsible person in the EU'),
        help: () => __('Wanted where the manufacturer is outside the EU: Regulation (EU) 2023/988, art. 16.'),
        choices: choices('responsible', () => __('As the manufacturer’s record says')),
      },
    ],
  });
}
