import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import { type ContactKind, findContactGaps, mayBeOutsideEu } from '../safety/contact.js';
import type { SafetyContacts } from '../safety/contacts.js';
import { countProductsWithTexts, convertTextsToContacts } from '../safety/move-texts.js';
import type { SafetyProducts } from '../safety/safety-products.js';
import { screenPath, SLUG } from './screen-path.js';

export interface SafetyScreenParts {
  readonly contacts: SafetyContacts;
  readonly safetyProducts: SafetyProducts;
}

/** Admin screen of manufacturers and of responsible persons in the EU (Regulation (EU) 2023/988, art. 16 and 19). */
export function createSafetyScreen(scope: PluginScope, { contacts, safetyProducts }: SafetyScreenParts): AdminPage {
  const { __ } = scope;

  async function show(): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const { all, find } = await contacts.directory();
    const createGroup = async (kind: ContactKind, title: string, add: string): Promise<object> => {
      const counts = await safetyProducts.counts(kind);
      const rows = await Promise.all(
        all
          .filter((contact) => contact.kind === kind)
          .map(async (contact) => {
            const person = kind === 'manufacturer' ? find('responsible', contact.responsible) : undefined;
            const makers =
              kind === 'responsible' ? all.filter(({ responsible }) => responsible === contact.code).length : 0;
            return {
              name: contact.name,
              code: contact.code,
              country: contact.country,
              reach: [contact.address, contact.email, contact.url].filter((text) => text !== '').join(' · '),
              person: person?.name ?? '',
              gaps: findContactGaps(contact).length > 0 || (kind === 'manufacturer' && contact.country === ''),
              alone:
                mayBeOutsideEu(contact) &&
                kind === 'manufacturer' &&
                !person &&
                (await safetyProducts.countWithoutResponsiblePerson(contact.code)) > 0,
              products: counts.get(contact.code) ?? 0,
              makers: makers > 0 ? scope._n('%d manufacturer', '%d manufacturers', makers) : '',
              url: screenPath(SLUG.safetyContact, { kind, code: contact.code }),
            };
          }),
      );
      return { kind, title, add, rows, addUrl: screenPath(SLUG.safetyContact, { kind }) };
    };
    const data = {
      groups: [
        await createGroup('manufacturer', __('Manufacturers'), __('Add manufacturer')),
        await createGroup('responsible', __('Responsible persons in the EU'), __('Add responsible person')),
      ],
      texts: await countProductsWithTexts(scope.db),
    };
    return { kind: 'page', title: __('Manufacturers'), view: 'admin/safety', data };
  }

  async function moveFreeTexts(request: PageRequest): Promise<Reply> {
    const products = scope.services.get('store.products');
    const moved = await scope.db.transaction(() =>
      convertTextsToContacts(scope.db, (ids, patch) => products.setFields(ids, patch)),
    );
    scope.addNotice(
      request,
      'success',
      scope._n('%d product is now assigned to an entry.', '%d products are now assigned to an entry.', moved),
    );
    return { kind: 'redirect', status: 303, location: screenPath(SLUG.safety) };
  }

  return {
    slug: SLUG.safety,
    title: () => __('Manufacturers'),
    capability: 'manage_shop',
    parent: SLUG.overview,
    position: 5,
    handler: (request) =>
      request.method === 'POST' && request.field('action') === 'move' ? moveFreeTexts(request) : show(),
  };
}
