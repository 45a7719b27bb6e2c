import type { RestRequest, RestResponse, Taxonomy } from '../../../api/index.js';
import { type Dictionary, toText } from '../../values.js';
import { inCollection } from '../items/collection.js';
import type { WpV2SiteDeps } from '../items/deps.js';
import {
  contextArg,
  contextOf,
  itemResponse,
  type ItemSchema,
  publicSchema,
  wantsLinks,
} from '../items/item-schema.js';
import { failure, forbidden } from '../items/refusals.js';

const EDIT = ['edit'];
const VIEW_AND_EDIT = ['view', 'edit'];
const ALL_CONTEXTS = ['view', 'edit', 'embed'];

const SCHEMA: ItemSchema = {
  title: 'taxonomy',
  properties: {
    capabilities: {
      description: 'All capabilities used by the taxonomy.',
      type: 'object',
      context: EDIT,
      readonly: true,
    },
    description: {
      description: 'A human-readable description of the taxonomy.',
      type: 'string',
      context: VIEW_AND_EDIT,
      readonly: true,
    },
    hierarchical: {
      description: 'Whether or not the taxonomy should have children.',
      type: 'boolean',
      context: VIEW_AND_EDIT,
      readonly: true,
    },
    labels: {
      description: 'Human-readable labels for the taxonomy for various contexts.',
      type: 'object',
      context: EDIT,
      readonly: true,
    },
    name: { description: 'The title for the taxonomy.', type: 'string', context: ALL_CONTEXTS, readonly: true },
    slug: {
      description: 'An alphanumeric identifier for the taxonomy.',
      type: 'string',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    show_cloud: {
      description: 'Whether or not the term cloud should be displayed.',
      type: 'boolean',
      context: EDIT,
      readonly: true,
    },
    types: {
      description: 'Types associated with the taxonomy.',
      type: 'array',
      items: { type: 'string' },
      context: VIEW_AND_EDIT,
      readonly: true,
    },
    rest_base: {
      description: 'REST base route for the taxonomy.',
      type: 'string',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    rest_namespace: {
      description: 'REST namespace route for the taxonomy.',
      type: 'string',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    visibility: {
      description: 'The visibility settings for the taxonomy.',
      type: 'object',
      context: EDIT,
      readonly: true,
    },
  },
};

/** Registers `wp/v2/taxonomies` (`WP_REST_Taxonomies_Controller`). */
export function registerTaxonomies(deps: WpV2SiteDeps): void {
  const { content, rest, roles } = deps;

  function prepare(taxonomy: Taxonomy, request: RestRequest): RestResponse {
    const base = taxonomy.restBase || taxonomy.name;
    const data: Dictionary = {
      capabilities: taxonomy.cap,
      description: taxonomy.description,
      hierarchical: taxonomy.hierarchical,
      labels: taxonomy.labels,
      name: taxonomy.label,
      slug: taxonomy.name,
      show_cloud: taxonomy.showUi,
      types: taxonomy.objectType,
      rest_base: base,
      rest_namespace: taxonomy.restNamespace || 'wp/v2',
      visibility: { public: taxonomy.public, publicly_queryable: taxonomy.publiclyQueryable, show_ui: taxonomy.showUi },
    };
    const response = itemResponse(data, SCHEMA, request);
    if (!wantsLinks(request)) return response;
    response.addLink('collection', rest.restUrl('wp/v2/taxonomies'));
    response.addLink('https://api.w.org/items', rest.restUrl(`${taxonomy.restNamespace || 'wp/v2'}/${base}`));
    return response;
  }

  const restTaxonomiesOf = (type: unknown): Taxonomy[] =>
    (typeof type === 'string' && type !== '' ? content.getObjectTaxonomies(type) : content.getTaxonomies()).filter(
      ({ showInRest }) => showInRest,
    );
  const mayAssign = (taxonomy: Taxonomy): Promise<boolean> => roles.currentUserCan(taxonomy.cap.assign_terms);
  const args = { context: contextArg(rest, SCHEMA, 'view') };
  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, SCHEMA);

  rest.registerRestRoute('wp/v2', '/taxonomies', {
    schema,
    endpoints: [
      {
        args: {
          ...args,
          type: { description: 'Limit results to taxonomies associated with a specific post type.', type: 'string' },
        },
        permissionCallback: async (request) => {
          if (contextOf(request) !== 'edit') return true;
          for (const taxonomy of restTaxonomiesOf(request.getParam('type'))) if (await mayAssign(taxonomy)) return true;
          return forbidden(deps, 'rest_cannot_view', 'Sorry, you are not allowed to manage terms in this taxonomy.');
        },
        callback: async (request) => {
          const items: Dictionary = {};
          for (const taxonomy of restTaxonomiesOf(request.getParam('type'))) {
            if (contextOf(request) === 'edit' && !(await mayAssign(taxonomy))) continue;
            items[taxonomy.name] = await inCollection(rest.links, prepare(taxonomy, request));
          }
          return items;
        },
      },
    ],
  });
  rest.registerRestRoute('wp/v2', '/taxonomies/(?P<taxonomy>[\\w-]+)', {
    schema,
    args: { taxonomy: { description: 'An alphanumeric identifier for the taxonomy.', type: 'string' } },
    endpoints: [
      {
        args,
        permissionCallback: async (request) => {
          const taxonomy = content.getTaxonomy(toText(request.getParam('taxonomy')));
          if (!taxonomy) return true;
          if (!taxonomy.showInRest) return false;
          return (
            contextOf(request) !== 'edit' ||
            (await mayAssign(taxonomy)) ||
            forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to manage terms in this taxonomy.')
          );
        },
        callback: (request) => {
          const taxonomy = content.getTaxonomy(toText(request.getParam('taxonomy')));
          return taxonomy ? prepare(taxonomy, request) : failure('rest_taxonomy_invalid', 'Invalid taxonomy.', 404);
        },
      },
    ],
  });
}
