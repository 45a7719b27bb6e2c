import type { PageRequest, PluginScope } from 'plinth';
import { isCountryCode } from '../consents/condition-references.js';
import { type ContactKind, isAbroad } from '../safety/contact.js';
import type { ContactRecord, SafetyContacts } from '../safety/contacts.js';

/** What the owner typed of a record. */
export type TypedContact = Omit<ContactRecord, 'kind' | 'code'>;
/** What is wrong with it, by field. */
export type ContactErrors = Readonly<Record<string, string>>;

const LENGTH = { name: 200, address: 1000, email: 254, url: 500, country: 2, responsible: 100 } as const;
export function readContact(request: PageRequest): TypedContact {
  const text = (key: keyof typeof LENGTH): string => request.field(key).trim().slice(0, LENGTH[key]);
  return {
    name: text('name'),
    address: text('address').replace(/\r\n/g, '\n'),
    email: text('email'),
    url: text('url'),
    country: text('country').toUpperCase(),
    responsible: text('responsible'),
  };
}

/** Says what is wrong with a record before it is stored. */
export function createContactCheck(
  scope: Pick<PluginScope, '__' | 'isEmail'>,
  contacts: Pick<SafetyContacts, 'directory'>,
): (kind: ContactKind, typed: TypedContact) => Promise<ContactErrors> {
  const { __ } = scope;
  return async (kind, { name, address, email, url, country, responsible }) => {
    const { find } = await contacts.directory();
    return {
      ...(name === '' ? { name: __('Write the name, trade name or mark.') } : {}),
      ...(address === '' ? { address: __('Write the postal address.') } : {}),
      ...(email === '' && url === ''
        ? { email: __('Write an e-mail address or the address of a site: the law wants one of them shown.') }
        : {}),
      ...(email !== '' && scope.isEmail(email) === false
        ? { email: __('Please write the e-mail address in full, as in name@example.com.') }
        : {}),
      ...(url !== '' && !(/^https?:\/\//.test(url) && URL.canParse(url))
        ? { url: __('Please write the whole address, beginning with https://.') }
        : {}),
      ...(country !== '' && !isCountryCode(country) ? { country: __('Two letters, such as PL.') } : {}),
      ...(kind === 'responsible' && isAbroad({ country })
        ? { country: __('Who answers for products in the EU has to be there.') }
        : {}),
      ...(responsible !== '' && !find('responsible', responsible)
        ? { responsible: __('There is no such record.') }
        : {}),
    };
  };
}
