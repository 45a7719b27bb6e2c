import type { PageRequest, PluginScope } from 'plinth';
import { isCountryCode } from '../consents/condition-references.js';
import { type ContactKind, mayBeOutsideEu } from '../safety/contact.js';
import type { ContactRecord, SafetyContacts } from '../safety/contacts.js';

/** Submitted values of a safety contact. */
export type SubmittedContact = Omit<ContactRecord, 'kind' | 'code'>;
/** Validation errors, by field. */
export type ContactErrors = Readonly<Record<string, string>>;

/** Maximum length of each field, in characters. */
const MAX_LENGTHS = { name: 200, address: 1000, email: 254, url: 500, country: 2, responsible: 100 } as const;
export function readContact(request: PageRequest): SubmittedContact {
  const text = (key: keyof typeof MAX_LENGTHS): string => request.field(key).trim().slice(0, MAX_LENGTHS[key]);
  return {
    name: text('name'),
    address: text('address').replace(/\r\n/g, '\n'),
    email: text('email'),
    url: text('url'),
    country: text('country').toUpperCase(),
    responsible: text('responsible'),
  };
}

/** Validates a safety contact before it is stored. */
export function createContactValidator(
  scope: Pick<PluginScope, '__' | 'isEmail'>,
  contacts: Pick<SafetyContacts, 'directory'>,
): (kind: ContactKind, contact: SubmittedContact) => Promise<ContactErrors> {
  const { __ } = scope;
  return async (kind, { name, address, email, url, country, responsible }) => {
    const { find } = await contacts.directory();
    return {
      ...(name === '' ? { name: __('Enter the name, trade name, or trademark.') } : {}),
      ...(address === '' ? { address: __('Enter the postal address.') } : {}),
      ...(email === '' && url === ''
        ? { email: __('Enter an email address or a website: the law requires one of them to be shown.') }
        : {}),
      ...(email !== '' && scope.isEmail(email) === false
        ? { email: __('Enter a full email address, such as name@example.com.') }
        : {}),
      ...(url !== '' && !(/^https?:\/\//.test(url) && URL.canParse(url))
        ? { url: __('Enter the full URL, starting with https://.') }
        : {}),
      ...(!isCountryCode(country) ? { country: __('Enter a two-letter country code, such as PL.') } : {}),
      ...(kind === 'responsible' && isCountryCode(country) && mayBeOutsideEu({ country })
        ? { country: __('The person responsible for the products in the EU must be based there.') }
        : {}),
      ...(responsible !== '' && !find('responsible', responsible)
        ? { responsible: __('This entry doesn’t exist.') }
        : {}),
    };
  };
}
