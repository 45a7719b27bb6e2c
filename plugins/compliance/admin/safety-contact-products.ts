import type { PageRequest, PluginScope, Reply } from 'plinth';
import type { ContactKind } from '../safety/contact.js';
import type { ContactRecord } from '../safety/contacts.js';
import { SAFETY_FIELD } from '../safety/product-keys.js';
import type { ProductQuery, SafetyProducts } from '../safety/safety-products.js';
import type { Catalog } from '../store/shop.js';
import { screenPath, SLUG } from './screen-path.js';

interface ContactProductsParts {
  readonly safetyProducts: SafetyProducts;
  catalog(): Catalog | undefined;
}

/** Products of a safety contact: the list on its screen, and changes to it. */
interface ContactProducts {
  productsOf(request: PageRequest, kind: ContactKind, code: string): Promise<object>;
  /** Assigns products to this contact, or removes them from it. */
  assignProducts(request: PageRequest, record: ContactRecord, assignedCode: string | null): Promise<Reply>;
}

/** Number of products listed per page. */
const PER_PAGE = 100;
/** Maximum number of products changed at once. */
const MAX_CHANGED = 10_000;

/** Parses which products a request is about. */
function readProductRequest(request: PageRequest, kind: ContactKind, code: string): ProductQuery {
  const which = (['all', 'without', 'own'] as const).find((candidate) => candidate === request.field('which')) ?? 'own';
  return {
    kind,
    code,
    search: request.field('s').trim().slice(0, 100),
    termId: /^\d{1,9}$/.test(request.field('term')) ? Number(request.field('term')) : 0,
    assignment: which,
  };
}

export function createContactProducts(
  scope: PluginScope,
  { safetyProducts, catalog }: ContactProductsParts,
): ContactProducts {
  const { __ } = scope;

  async function productsOf(request: PageRequest, kind: ContactKind, code: string): Promise<object> {
    const productRequest = readProductRequest(request, kind, code);
    const { products, total } = await safetyProducts.list(productRequest, PER_PAGE);
    const taxonomies = ((await catalog()?.taxonomies()) ?? []).filter((taxonomy) => taxonomy.kind !== 'attribute');
    const terms = (await catalog()?.terms()) ?? [];
    const which = [
      { value: 'own', label: __('Assigned products') },
      { value: 'without', label: __('Unassigned products') },
      { value: 'all', label: __('All products') },
    ];
    return {
      ...productRequest,
      products,
      total,
      more: total > products.length,
      scopes: which.map((option) => ({ ...option, selected: option.value === productRequest.assignment })),
      groups: taxonomies
        .map(({ name, label }) => ({
          label,
          terms: terms
            .filter(({ taxonomy }) => taxonomy === name)
            .map((term) => ({ id: term.id, name: term.name, selected: term.id === productRequest.termId })),
        }))
        .filter(({ terms: found }) => found.length > 0),
    };
  }

  async function assignSelected(
    request: PageRequest,
    { kind, code }: ContactRecord,
    assignedCode: string | null,
  ): Promise<Reply> {
    const productRequest = readProductRequest(request, kind, code);
    const selected = request.form.products;
    const ids =
      request.field('all') === '1'
        ? await safetyProducts.ids(productRequest, MAX_CHANGED)
        : (Array.isArray(selected) ? selected : [])
            .filter((id): id is string => typeof id === 'string' && /^\d{1,9}$/.test(id))
            .map(Number)
            .slice(0, MAX_CHANGED);
    if (ids.length === 0) scope.addNotice(request, 'error', __('Select products first.'));
    else {
      const fields = { [SAFETY_FIELD[kind]]: assignedCode };
      const { changed } = await scope.services.get('store.products').setFields(ids, fields);
      scope.addNotice(request, 'success', scope._n('%d product changed.', '%d products changed.', changed));
    }
    return {
      kind: 'redirect',
      status: 303,
      location: screenPath(SLUG.safetyContact, {
        kind,
        code,
        which: productRequest.assignment,
        ...(productRequest.search === '' ? {} : { s: productRequest.search }),
        ...(productRequest.termId === 0 ? {} : { term: String(productRequest.termId) }),
      }),
    };
  }

  return { productsOf, assignProducts: assignSelected };
}
