import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import { isCountryCode } from '../boxes/condition-references.js';
import { type ContactKind, isAbroad } from '../safety/contact.js';
import type { ContactRecord } from '../safety/contacts.js';
import { SAFETY_FIELD } from '../safety/product-keys.js';
import type { ProductWish } from '../safety/safety-products.js';
import type { Catalogue } from '../store/catalogue.js';
import type { SafetyScreenParts } from './safety-screen.js';
import { screenPath, SLUG } from './screen-path.js';

export interface SafetyContactScreenParts extends SafetyScreenParts {
  catalogue(): Catalogue | undefined;
}

type Typed = Omit<ContactRecord, 'kind' | 'code'>;
type Errors = Readonly<Record<string, string>>;

const EMPTY: Typed = { name: '', address: '', email: '', url: '', country: '', responsible: '' };
const LENGTH = { name: 200, address: 1000, email: 254, url: 500, country: 2, responsible: 100 } as const;
/** Products that one page lists. */
const LISTED = 100;
/** Products that are changed at once. */
const AT_ONCE = 10_000;

const kindOf = (text: string): ContactKind => (text === 'responsible' ? 'responsible' : 'manufacturer');

/** One record: what it says, and which products it stands for. */
export function safetyContactScreen(
  scope: PluginScope,
  { contacts, safetyProducts, catalogue }: SafetyContactScreenParts,
): AdminPage {
  const { __ } = scope;

  function wishOf(request: PageRequest, kind: ContactKind, code: string): ProductWish {
    const which = (['all', 'without', 'own'] as const).find((one) => one === request.field('which')) ?? 'own';
    return {
      kind,
      code,
      search: request.field('s').trim().slice(0, 100),
      termId: /^\d{1,9}$/.test(request.field('term')) ? Number(request.field('term')) : 0,
      which,
    };
  }

  async function productsOf(request: PageRequest, kind: ContactKind, code: string): Promise<object> {
    const wish = wishOf(request, kind, code);
    const { products, total } = await safetyProducts.list(wish, LISTED);
    const taxonomies = ((await catalogue()?.taxonomies()) ?? []).filter((one) => one.kind !== 'attribute');
    const terms = (await catalogue()?.terms()) ?? [];
    const which = [
      { value: 'own', label: __('Products of this record') },
      { value: 'without', label: __('Products without one') },
      { value: 'all', label: __('All products') },
    ];
    return {
      ...wish,
      products,
      total,
      more: total > products.length,
      which: which.map((one) => ({ ...one, selected: one.value === wish.which })),
      groups: taxonomies
        .map(({ name, label }) => ({
          label,
          terms: terms
            .filter(({ taxonomy }) => taxonomy === name)
            .map((term) => ({ id: term.id, name: term.name, selected: term.id === wish.termId })),
        }))
        .filter(({ terms: found }) => found.length > 0),
    };
  }

  async function show(
    request: PageRequest,
    kind: ContactKind,
    record: ContactRecord | undefined,
    typed: Typed,
    errors: Errors = {},
  ): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const persons = (await contacts.directory()).all.filter((one) => one.kind === 'responsible');
    const title = record
      ? record.name
      : kind === 'manufacturer'
        ? __('Add manufacturer')
        : __('Add responsible person');
    const data = {
      kind,
      title,
      errors,
      typed,
      isMaker: kind === 'manufacturer',
      code: record?.code ?? '',
      backUrl: screenPath(SLUG.safety),
      screen: SLUG.safetyContact,
      persons: persons.map(({ code, name }) => ({ value: code, label: name, selected: code === typed.responsible })),
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

  function read(request: PageRequest): Typed {
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

  async function check(kind: ContactKind, { name, address, email, url, country, responsible }: Typed): Promise<Errors> {
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
  }

  async function save(request: PageRequest, kind: ContactKind, record: ContactRecord | undefined): Promise<Reply> {
    const typed = { ...read(request), ...(kind === 'responsible' ? { responsible: '' } : {}) };
    const errors = await check(kind, typed);
    if (Object.keys(errors).length > 0) return show(request, kind, record, typed, errors);
    const code = record ? record.code : await contacts.add(kind, typed);
    if (record) await contacts.change(kind, code, typed);
    scope.addNotice(request, 'success', __('Saved.'));
    return {
      kind: 'redirect',
      status: 303,
      location: screenPath(SLUG.safetyContact, { kind, code, ...(record ? {} : { which: 'without' }) }),
    };
  }

  async function remove(request: PageRequest, { kind, code, name }: ContactRecord): Promise<Reply> {
    const used = await contacts.remove(kind, code);
    if (used === 0) scope.addNotice(request, 'success', __('“%s” is removed.', name));
    else
      scope.addNotice(
        request,
        'error',
        scope._n(
          'It is still named by %d product or manufacturer, so it stays. Choose another one for it first.',
          'It is still named by %d products or manufacturers, so it stays. Choose another one for them first.',
          used,
        ),
      );
    return {
      kind: 'redirect',
      status: 303,
      location: used === 0 ? screenPath(SLUG.safety) : screenPath(SLUG.safetyContact, { kind, code }),
    };
  }

  /** Gives products this record, or takes it from them. */
  async function give(request: PageRequest, { kind, code }: ContactRecord, given: string | null): Promise<Reply> {
    const wish = wishOf(request, kind, code);
    const chosen = request.form.products;
    const ids =
      request.field('all') === '1'
        ? await safetyProducts.ids(wish, AT_ONCE)
        : (Array.isArray(chosen) ? chosen : [])
            .filter((id): id is string => typeof id === 'string' && /^\d{1,9}$/.test(id))
            .map(Number)
            .slice(0, AT_ONCE);
    if (ids.length === 0) scope.addNotice(request, 'error', __('Choose products first.'));
    else
      scope.addNotice(
        request,
        'success',
        scope._n(
          '%d product was changed.',
          '%d products were changed.',
          await scope.services.get('store.products').setFields(ids, { [SAFETY_FIELD[kind]]: given }),
        ),
      );
    return {
      kind: 'redirect',
      status: 303,
      location: screenPath(SLUG.safetyContact, {
        kind,
        code,
        which: wish.which,
        ...(wish.search === '' ? {} : { s: wish.search }),
        ...(wish.termId === 0 ? {} : { term: String(wish.termId) }),
      }),
    };
  }

  return {
    slug: SLUG.safetyContact,
    title: () => __('Manufacturers'),
    capability: 'manage_shop',
    parent: SLUG.safety,
    hidden: true,
    async handler(request) {
      const kind = kindOf(request.field('kind'));
      const code = request.field('code');
      const record = (await contacts.directory()).find(kind, code);
      if (code !== '' && !record) return { kind: 'redirect', status: 303, location: screenPath(SLUG.safety) };
      if (request.method !== 'POST') return show(request, kind, record, record ?? EMPTY);
      const action = request.field('action');
      if (!record || action === 'save') return save(request, kind, record);
      if (action === 'remove') return remove(request, record);
      return give(request, record, action === 'take' ? null : code);
    },
  };
}
