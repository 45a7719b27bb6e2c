import { type AdminPage, PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { CatalogTaxonomy } from '../contract/index.js';
import type { TaxonomyWriter } from '../taxonomies/taxonomy-writer.js';
import { PRODUCTS_SLUG } from './screen-slugs.js';

interface TermsScreenDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogParts;
}

interface TermForm {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly parentId: number;
  readonly position: string;
  readonly swatch: string;
  readonly description: string;
}

const EMPTY_FORM: TermForm = { id: 0, name: '', slug: '', parentId: 0, position: '0', swatch: '', description: '' };
export const TERMS_SLUG = 'store-terms';

/** Admin screen of categories, tags, brands and attribute values. */
export function termsScreen({ scope, parts }: TermsScreenDeps): AdminPage {
  const { __, adminUrl } = scope;
  const { taxonomies, terms } = parts;
  const taxonomyLabel = (taxonomy: CatalogTaxonomy): string =>
    ({ category: __('Categories'), tag: __('Tags'), brand: __('Brands'), attribute: taxonomy.label })[taxonomy.kind];

  async function show(taxonomy: CatalogTaxonomy, form: TermForm, problem = '', status = 200): Promise<Reply> {
    scope.useAsset('store-products-admin');
    const all = await terms.all(taxonomy.name);
    const counts = await countProducts(scope, taxonomy.name);
    const depths = new Map<number, number>();
    for (const term of all) depths.set(term.id, depths.has(term.parentId) ? (depths.get(term.parentId) ?? 0) + 1 : 0);
    const screenUrl = (name: string, id = 0): string =>
      adminUrl(`admin.php?page=${TERMS_SLUG}&taxonomy=${name}${id > 0 ? `&term=${id}` : ''}`);
    const data = {
      heading: taxonomyLabel(taxonomy),
      problem,
      form,
      taxonomy: taxonomy.name,
      hierarchical: taxonomy.hierarchical,
      newUrl: screenUrl(taxonomy.name),
      tabs: (await taxonomies.taxonomies()).map((listed) => ({
        label: taxonomyLabel(listed),
        url: screenUrl(listed.name),
        current: listed.name === taxonomy.name,
      })),
      parents: all
        .filter((term) => term.id !== form.id)
        .map((term) => ({
          id: term.id,
          name: `${'– '.repeat(depths.get(term.id) ?? 0)}${term.name}`,
          selected: term.id === form.parentId,
        })),
      terms: all.map((term) => ({
        ...term,
        depth: Math.min(5, depths.get(term.id) ?? 0),
        count: counts.get(term.id) ?? 0,
        url: screenUrl(taxonomy.name, term.id),
        color: /^#[0-9a-f]{6}$/i.test(term.swatch) ? term.swatch : '',
      })),
    };
    return { kind: 'page', status, title: taxonomyLabel(taxonomy), view: 'products-admin/terms', data };
  }

  async function save(request: PageRequest, taxonomy: CatalogTaxonomy): Promise<Reply> {
    const form = readForm(request);
    const position = Number(form.position);
    if (!Number.isInteger(position) || Math.abs(position) > 1_000_000)
      return show(taxonomy, form, __('Enter a whole number.'), 422);
    const input = {
      name: form.name,
      slug: form.slug,
      parentId: taxonomy.hierarchical ? form.parentId : 0,
      position,
      swatch: form.swatch,
      description: form.description,
    };
    try {
      if (form.id > 0) await taxonomies.updateTerm(form.id, input);
      else await taxonomies.createTerm({ ...input, taxonomy: taxonomy.name });
    } catch (error) {
      if (!(error instanceof PlinthError) || !error.code.startsWith('store_term_')) throw error;
      return show(taxonomy, form, error.message, error.status);
    }
    scope.addNotice(request, 'success', __('%s saved.', form.name));
    return {
      kind: 'redirect',
      status: 303,
      location: `/wp-admin/admin.php?page=${TERMS_SLUG}&taxonomy=${taxonomy.name}`,
    };
  }

  return {
    slug: TERMS_SLUG,
    title: () => __('Categories and tags'),
    capability: 'manage_shop',
    parent: PRODUCTS_SLUG,
    async handler(request) {
      const all = await taxonomies.taxonomies();
      const taxonomy =
        all.find((candidate) => candidate.name === request.field('taxonomy')) ??
        all.find((candidate) => candidate.kind === 'category');
      if (!taxonomy)
        throw new PlinthError('store_taxonomy_not_found', __('The taxonomy %s doesn’t exist.', 'product_cat'), {
          status: 500,
          hint: __('Deactivate the store plugin and activate it again.'),
        });
      if (request.method !== 'POST')
        return show(taxonomy, await readStoredForm(taxonomies, readId(request.field('term'))));
      const removedId = readId(request.field('delete'));
      if (removedId === 0) return save(request, taxonomy);
      await taxonomies.removeTerm(removedId);
      scope.addNotice(request, 'success', __('Deleted.'));
      return {
        kind: 'redirect',
        status: 303,
        location: `/wp-admin/admin.php?page=${TERMS_SLUG}&taxonomy=${taxonomy.name}`,
      };
    },
  };
}

/** Returns the number of products of each term of a taxonomy. */
async function countProducts(scope: Pick<PluginScope, 'db'>, taxonomy: string): Promise<ReadonlyMap<number, number>> {
  const counted = await scope
    .db()('store_product_terms')
    .join('store_terms', 'store_terms.id', 'store_product_terms.term_id')
    .where('store_terms.taxonomy', taxonomy)
    .groupBy('store_product_terms.term_id')
    .select('store_product_terms.term_id')
    .count<{ term_id: number; total: number | string }[]>({ total: '*' });
  return new Map(counted.map((row) => [row.term_id, Number(row.total)]));
}

async function readStoredForm(taxonomies: Pick<TaxonomyWriter, 'term'>, id: number): Promise<TermForm> {
  const row = id > 0 ? await taxonomies.term(id) : null;
  return row
    ? {
        id: row.id,
        name: row.name,
        slug: row.slug,
        parentId: row.parent_id,
        position: String(row.position),
        swatch: row.swatch,
        description: row.description,
      }
    : EMPTY_FORM;
}

function readForm(request: PageRequest): TermForm {
  return {
    id: readId(request.field('term')),
    name: request.field('name').trim(),
    slug: request.field('slug').trim(),
    parentId: readId(request.field('parent')),
    position: request.field('position').trim() || '0',
    swatch: request.field('swatch').trim(),
    description: request.field('description').trim(),
  };
}

const readId = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : 0);
