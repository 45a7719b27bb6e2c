import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import type { ContactKind } from '../safety/contact.js';
import type { ContactRecord } from '../safety/contacts.js';
import type { Catalog } from '../store/shop.js';
import {
  type ContactErrors,
  createContactValidator,
  readContact,
  type SubmittedContact,
} from './safety-contact-form.js';
import { createContactProducts } from './safety-contact-products.js';
import type { SafetyScreenParts } from './safety-screen.js';
import { screenPath, SLUG } from './screen-path.js';

export interface SafetyContactScreenParts extends SafetyScreenParts {
  catalog(): Catalog | undefined;
}

const EMPTY_CONTACT: SubmittedContact = { name: '', address: '', email: '', url: '', country: '', responsible: '' };

const toContactKind = (text: string): ContactKind => (text === 'responsible' ? 'responsible' : 'manufacturer');

/** Admin screen of a safety contact and its products. */
export function createSafetyContactScreen(
  scope: PluginScope,
  { contacts, safetyProducts, catalog }: SafetyContactScreenParts,
): AdminPage {
  const { __ } = scope;
  const validateContact = createContactValidator(scope, contacts);
  const { productsOf, assignProducts } = createContactProducts(scope, { safetyProducts, catalog });

  async function show(
    request: PageRequest,
    kind: ContactKind,
    record: ContactRecord | undefined,
    submitted: SubmittedContact,
    errors: ContactErrors = {},
  ): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const responsiblePersons = (await contacts.directory()).all.filter((contact) => contact.kind === 'responsible');
    const titles = { manufacturer: __('Add manufacturer'), responsible: __('Add responsible person') };
    const title = record?.name ?? titles[kind];
    const data = {
      kind,
      title,
      errors,
      form: submitted,
      isMaker: kind === 'manufacturer',
      code: record?.code ?? '',
      backUrl: screenPath(SLUG.safety),
      screen: SLUG.safetyContact,
      responsiblePersons: responsiblePersons.map(({ code, name }) => ({
        value: code,
        label: name,
        selected: code === submitted.responsible,
      })),
      products: record ? await productsOf(request, kind, record.code) : null,
    };
    return {
      kind: 'page',
      status: Object.keys(errors).length > 0 ? 422 : 200,
      title,
      view: 'admin/safety-contact',
      data,
    };
  }

  async function save(request: PageRequest, kind: ContactKind, record: ContactRecord | undefined): Promise<Reply> {
    const submitted = { ...readContact(request), ...(kind === 'responsible' ? { responsible: '' } : {}) };
    const errors = await validateContact(kind, submitted);
    if (Object.keys(errors).length > 0) return show(request, kind, record, submitted, errors);
    const code = record ? record.code : await contacts.add(kind, submitted);
    if (record) await contacts.update(kind, code, submitted);
    scope.addNotice(request, 'success', __('Saved.'));
    return {
      kind: 'redirect',
      status: 303,
      location: screenPath(SLUG.safetyContact, { kind, code, ...(record ? {} : { which: 'without' }) }),
    };
  }

  async function remove(request: PageRequest, { kind, code, name }: ContactRecord): Promise<Reply> {
    const usageCount = await contacts.remove(kind, code);
    if (usageCount === 0) scope.addNotice(request, 'success', __('“%s” removed.', name));
    else
      scope.addNotice(
        request,
        'error',
        scope._n(
          'It is still assigned to %d product or manufacturer and can’t be removed. Assign a different one first.',
          'It is still assigned to %d products or manufacturers and can’t be removed. Assign a different one first.',
          usageCount,
        ),
      );
    return {
      kind: 'redirect',
      status: 303,
      location: usageCount === 0 ? screenPath(SLUG.safety) : screenPath(SLUG.safetyContact, { kind, code }),
    };
  }

  return {
    slug: SLUG.safetyContact,
    title: () => __('Manufacturers'),
    capability: 'manage_shop',
    parent: SLUG.safety,
    hidden: true,
    async handler(request) {
      const kind = toContactKind(request.field('kind'));
      const code = request.field('code');
      const record = (await contacts.directory()).find(kind, code);
      if (code !== '' && !record) return { kind: 'redirect', status: 303, location: screenPath(SLUG.safety) };
      if (request.method !== 'POST') return show(request, kind, record, record ?? EMPTY_CONTACT);
      const action = request.field('action');
      if (!record || action === 'save') return save(request, kind, record);
      if (action === 'remove') return remove(request, record);
      return assignProducts(request, record, action === 'unassign' ? null : code);
    },
  };
}
