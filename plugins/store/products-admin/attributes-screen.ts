import { type AdminPage, PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import { PRODUCTS_SLUG } from './screen-slugs.js';
import { TERMS_SLUG } from './terms-screen.js';

interface AttributesScreenDeps {
  readonly scope: PluginScope;
  readonly parts: Pick<CatalogParts, 'taxonomies' | 'terms'>;
}

const SLUG = 'store-attributes';

/** Admin screen of the product attributes, which are also used for variations. */
export function attributesScreen({ scope, parts: { taxonomies, terms } }: AttributesScreenDeps): AdminPage {
  const { __, adminUrl } = scope;

  async function show(label = '', problem = '', status = 200): Promise<Reply> {
    scope.useAsset('store-products-admin');
    const all = await terms.all();
    const attributes = (await taxonomies.taxonomies())
      .filter((taxonomy) => taxonomy.kind === 'attribute')
      .map((taxonomy) => ({
        ...taxonomy,
        count: all.filter((term) => term.taxonomy === taxonomy.name).length,
        url: adminUrl(`admin.php?page=${TERMS_SLUG}&taxonomy=${taxonomy.name}`),
      }));
    return {
      kind: 'page',
      status,
      title: __('Attributes'),
      view: 'products-admin/attributes',
      data: { attributes, label, problem },
    };
  }

  async function uniqueName(label: string): Promise<string> {
    const takenNames = new Set((await taxonomies.taxonomies()).map((taxonomy) => taxonomy.name));
    const stem = `pa_${
      scope
        .sanitizeTitle(label)
        .replace(/[^a-z0-9_-]/g, '')
        .slice(0, 40) || 'attribute'
    }`;
    for (let number = 1; ; number++) {
      const name = number === 1 ? stem : `${stem}-${number}`;
      if (!takenNames.has(name)) return name;
    }
  }

  async function processForm(request: PageRequest): Promise<string> {
    const label = request.field('label').trim();
    switch (request.field('action')) {
      case 'add':
        await taxonomies.ensureTaxonomy({
          name: await uniqueName(label),
          label,
          kind: 'attribute',
          hierarchical: false,
        });
        return __('%s saved.', label);
      case 'rename':
        await taxonomies.relabel(request.field('name'), label);
        return __('%s saved.', label);
      case 'delete':
        await taxonomies.removeTaxonomy(request.field('name'));
        return __('Deleted.');
      default:
        throw new PlinthError('store_term_invalid', __('Unknown action.'), {
          status: 422,
          hint: __('Go back to the list.'),
        });
    }
  }

  return {
    slug: SLUG,
    title: () => __('Attributes'),
    capability: 'manage_shop',
    parent: PRODUCTS_SLUG,
    async handler(request) {
      if (request.method !== 'POST') return show();
      try {
        scope.addNotice(request, 'success', await processForm(request));
      } catch (error) {
        if (!(error instanceof PlinthError) || !['store_term_invalid', 'store_taxonomy_protected'].includes(error.code))
          throw error;
        return show(request.field('label'), error.message, error.status);
      }
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${SLUG}` };
    },
  };
}
