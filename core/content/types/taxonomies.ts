import { type ContentTypesApi, type HookApi, type Taxonomy, type TaxonomyArgs, WpError } from '../../api/index.js';
import { matches } from './post-types.js';

type Taxonomies = Pick<
  ContentTypesApi,
  | 'registerTaxonomy'
  | 'unregisterTaxonomy'
  | 'registerTaxonomyForObjectType'
  | 'getTaxonomy'
  | 'getTaxonomies'
  | 'getObjectTaxonomies'
  | 'taxonomyExists'
>;

/** Creates the registry of taxonomies (WordPress: register_taxonomy, get_taxonomy …). */
export function createTaxonomies(hooks: HookApi): Taxonomies {
  const taxonomies = new Map<string, Taxonomy>();

  return {
    registerTaxonomy(name, objectType, args = {}) {
      if (name === '' || name.length > 32) {
        return new WpError('taxonomy_length_invalid', 'Taxonomy names must be between 1 and 32 characters in length.');
      }
      const taxonomy = toTaxonomy(
        name,
        typeof objectType === 'string' ? [objectType] : objectType,
        hooks.applyFiltersSync('register_taxonomy_args', args, name, objectType),
      );
      taxonomies.set(name, taxonomy);
      void hooks.doAction('registered_taxonomy', name, objectType, taxonomy);
      void hooks.doAction(`registered_taxonomy_${name}`, name, objectType, taxonomy);
      return taxonomy;
    },
    unregisterTaxonomy(name) {
      const taxonomy = taxonomies.get(name);
      if (!taxonomy) return new WpError('invalid_taxonomy', 'Invalid taxonomy.');
      if (taxonomy.builtin) return new WpError('invalid_taxonomy', 'Unregistering a built-in taxonomy is not allowed.');
      taxonomies.delete(name);
      void hooks.doAction('unregistered_taxonomy', name);
      return true;
    },
    registerTaxonomyForObjectType(name, objectType) {
      const taxonomy = taxonomies.get(name);
      if (!taxonomy) return false;
      if (!taxonomy.objectType.includes(objectType)) taxonomy.objectType.push(objectType);
      void hooks.doAction('registered_taxonomy_for_object_type', name, objectType);
      return true;
    },
    getTaxonomy: (name) => taxonomies.get(name) ?? false,
    getTaxonomies: (filter = {}) => [...taxonomies.values()].filter((taxonomy) => matches(taxonomy, filter)),
    getObjectTaxonomies: (objectType) =>
      [...taxonomies.values()].filter((taxonomy) => taxonomy.objectType.includes(objectType)),
    taxonomyExists: (name) => taxonomies.has(name),
  };
}

function toTaxonomy(name: string, objectType: string[], args: TaxonomyArgs): Taxonomy {
  const isPublic = args.public ?? true;
  const publiclyQueryable = args.publiclyQueryable ?? isPublic;
  const label = args.labels?.name ?? args.label ?? (args.hierarchical ? 'Categories' : 'Tags');
  return {
    name,
    label,
    labels: { name: label, singular_name: args.labels?.singular_name ?? label, ...args.labels },
    description: args.description ?? '',
    objectType: [...new Set(objectType)],
    public: isPublic,
    publiclyQueryable,
    hierarchical: args.hierarchical ?? false,
    showUi: args.showUi ?? isPublic,
    showInRest: args.showInRest ?? false,
    restBase: args.restBase ?? false,
    restNamespace: args.restNamespace ?? (args.showInRest ? 'wp/v2' : false),
    cap: {
      manage_terms: 'manage_categories',
      edit_terms: 'manage_categories',
      delete_terms: 'manage_categories',
      assign_terms: 'edit_posts',
      ...args.capabilities,
    },
    rewrite: toRewrite(name, args),
    queryVar: publiclyQueryable && toQueryVar(name, args),
    defaultTerm: args.defaultTerm ?? null,
    builtin: args.builtin ?? false,
  };
}

function toRewrite(name: string, { rewrite }: TaxonomyArgs): Taxonomy['rewrite'] {
  if (rewrite === false) return false;
  const options = typeof rewrite === 'object' ? rewrite : {};
  return {
    slug: options.slug ?? name,
    withFront: options.withFront ?? true,
    hierarchical: options.hierarchical ?? false,
  };
}

function toQueryVar(name: string, { queryVar }: TaxonomyArgs): Taxonomy['queryVar'] {
  if (queryVar === false) return false;
  return typeof queryVar === 'string' ? queryVar : name;
}
