import type { PostType, RestRequest, RestResponse } from '../../../api/index.js';
import type { Dictionary } from '../../values.js';
import { toText } from '../../values.js';
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
  title: 'type',
  properties: {
    capabilities: {
      description: 'All capabilities used by the post type.',
      type: 'object',
      context: EDIT,
      readonly: true,
    },
    description: {
      description: 'A human-readable description of the post type.',
      type: 'string',
      context: VIEW_AND_EDIT,
      readonly: true,
    },
    hierarchical: {
      description: 'Whether or not the post type should have children.',
      type: 'boolean',
      context: VIEW_AND_EDIT,
      readonly: true,
    },
    viewable: {
      description: 'Whether or not the post type can be viewed.',
      type: 'boolean',
      context: EDIT,
      readonly: true,
    },
    labels: {
      description: 'Human-readable labels for the post type for various contexts.',
      type: 'object',
      context: EDIT,
      readonly: true,
    },
    name: { description: 'The title for the post type.', type: 'string', context: ALL_CONTEXTS, readonly: true },
    slug: {
      description: 'An alphanumeric identifier for the post type.',
      type: 'string',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    supports: {
      description: 'All features, supported by the post type.',
      type: 'object',
      context: EDIT,
      readonly: true,
    },
    has_archive: {
      description: 'If the value is a string, the value will be used as the archive slug.',
      type: ['string', 'boolean'],
      context: VIEW_AND_EDIT,
      readonly: true,
    },
    taxonomies: {
      description: 'Taxonomies associated with post type.',
      type: 'array',
      items: { type: 'string' },
      context: VIEW_AND_EDIT,
      readonly: true,
    },
    rest_base: {
      description: 'REST base route for the post type.',
      type: 'string',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    rest_namespace: {
      description: "REST route's namespace for the post type.",
      type: 'string',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    visibility: {
      description: 'The visibility settings for the post type.',
      type: 'object',
      context: EDIT,
      readonly: true,
    },
    icon: {
      description: 'The icon for the post type.',
      type: ['string', 'null'],
      context: ALL_CONTEXTS,
      readonly: true,
    },
    template: {
      description: 'The block template associated with the post type.',
      type: 'array',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    template_lock: {
      description: 'The template_lock associated with the post type, or false if none.',
      type: ['string', 'boolean'],
      context: ALL_CONTEXTS,
      readonly: true,
    },
  },
};

/** Returns the route of a post type's items. */
export function itemsRoute(type: Pick<PostType, 'name' | 'restBase' | 'restNamespace'>): string {
  return `${type.restNamespace || 'wp/v2'}/${type.restBase || type.name}`;
}

/** Registers `wp/v2/types` (`WP_REST_Post_Types_Controller`). */
export function registerTypes(deps: WpV2SiteDeps): void {
  const { content, rest, roles } = deps;

  function prepare(type: PostType, request: RestRequest): RestResponse {
    const data: Dictionary = {
      capabilities: type.cap,
      description: type.description,
      hierarchical: type.hierarchical,
      viewable: content.isPostTypeViewable(type.name),
      labels: type.labels,
      name: type.label,
      slug: type.name,
      supports: Object.fromEntries(type.supports.map((feature) => [feature, true])),
      has_archive: type.hasArchive,
      taxonomies: content
        .getObjectTaxonomies(type.name)
        .filter(({ showInRest }) => showInRest)
        .map(({ name }) => name),
      rest_base: type.restBase || type.name,
      rest_namespace: type.restNamespace || 'wp/v2',
      visibility: { show_in_nav_menus: type.showInNavMenus, show_ui: type.showUi },
      icon: type.menuIcon,
      template: type.template,
      template_lock: type.templateLock,
    };
    const response = itemResponse(data, SCHEMA, request);
    if (!wantsLinks(request)) return response;
    response.addLink('collection', rest.restUrl('wp/v2/types'));
    response.addLink('https://api.w.org/items', rest.restUrl(itemsRoute(type)));
    return response;
  }

  const listRestTypes = (): PostType[] => content.getPostTypes({ showInRest: true });
  const mayEdit = async (type: PostType): Promise<boolean> => roles.currentUserCan(type.cap.edit_posts);
  const args = { context: contextArg(rest, SCHEMA, 'view') };
  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, SCHEMA);

  rest.registerRestRoute('wp/v2', '/types', {
    schema,
    endpoints: [
      {
        args,
        callback: async (request) => {
          const items: Dictionary = {};
          for (const type of listRestTypes()) {
            if (contextOf(request) === 'edit' && !(await mayEdit(type))) continue;
            items[type.name] = await inCollection(rest.links, prepare(type, request));
          }
          return items;
        },
        permissionCallback: async (request) => {
          if (contextOf(request) !== 'edit') return true;
          for (const type of listRestTypes()) if (await mayEdit(type)) return true;
          return forbidden(deps, 'rest_cannot_view', 'Sorry, you are not allowed to edit posts in this post type.');
        },
      },
    ],
  });
  rest.registerRestRoute('wp/v2', '/types/(?P<type>[\\w-]+)', {
    schema,
    args: { type: { description: 'An alphanumeric identifier for the post type.', type: 'string' } },
    endpoints: [
      {
        args,
        permissionCallback: () => true,
        callback: async (request) => {
          const type = content.getPostTypeObject(toText(request.getParam('type')));
          if (!type) return failure('rest_type_invalid', 'Invalid post type.', 404);
          if (!type.showInRest) return forbidden(deps, 'rest_cannot_read_type', 'Cannot view post type.');
          if (contextOf(request) === 'edit' && !(await mayEdit(type))) {
            return forbidden(
              deps,
              'rest_forbidden_context',
              'Sorry, you are not allowed to edit posts in this post type.',
            );
          }
          return prepare(type, request);
        },
      },
    ],
  });
}
