import { type BlockType, type RestRequest, RestResponse, type WpError } from '../../../api/index.js';
import type { Dictionary } from '../../values.js';
import { toText } from '../../values.js';
import { inCollection } from '../items/collection.js';
import type { WpV2SiteDeps } from '../items/deps.js';
import { contextArg, type ItemSchema, publicSchema, wantsLinks } from '../items/item-schema.js';
import { failure, forbidden } from '../items/refusals.js';

const ALL_CONTEXTS = ['embed', 'view', 'edit'];
const textProperty = { type: 'string', context: ALL_CONTEXTS, readonly: true } as const;

const SCHEMA: ItemSchema = {
  title: 'block-type',
  properties: {
    api_version: { type: 'integer', context: ALL_CONTEXTS, readonly: true },
    title: textProperty,
    name: textProperty,
    is_dynamic: { type: 'boolean', context: ALL_CONTEXTS, readonly: true },
    description: textProperty,
    attributes: { type: ['object', 'null'], context: ALL_CONTEXTS, readonly: true },
    provides_context: { type: 'object', context: ALL_CONTEXTS, readonly: true },
    uses_context: { type: 'array', items: { type: 'string' }, context: ALL_CONTEXTS, readonly: true },
    supports: { type: 'object', context: ALL_CONTEXTS, readonly: true },
    category: { type: ['string', 'null'], context: ALL_CONTEXTS, readonly: true },
    icon: { type: ['string', 'null'], context: ALL_CONTEXTS, readonly: true },
    keywords: { type: 'array', items: { type: 'string' }, context: ALL_CONTEXTS, readonly: true },
    parent: { type: ['array', 'null'], context: ALL_CONTEXTS, readonly: true },
    ancestor: { type: ['array', 'null'], context: ALL_CONTEXTS, readonly: true },
    textdomain: { type: ['string', 'null'], context: ALL_CONTEXTS, readonly: true },
  },
};

/** Further properties of block types: no block here has scripts, stylesheets, variations or hooks of its own. */
const WITHOUT_ASSETS: Dictionary = {
  allowed_blocks: null,
  selectors: {},
  example: null,
  editor_script_handles: [],
  script_handles: [],
  view_script_handles: [],
  view_script_module_ids: [],
  editor_style_handles: [],
  style_handles: [],
  view_style_handles: [],
  variations: [],
  block_hooks: {},
  editor_script: null,
  script: null,
  view_script: null,
  editor_style: null,
  style: null,
};

/** Attributes of every block in addition to its own. */
const SHARED_ATTRIBUTES: Record<string, { type: string }> = {
  lock: { type: 'object' },
  metadata: { type: 'object' },
  className: { type: 'string' },
  style: { type: 'object' },
};

/** Returns all allowed attributes of a block type. */
export function blockAttributes(type: BlockType): Record<string, Dictionary> {
  return {
    ...(type.attributes as Record<string, Dictionary>),
    ...Object.fromEntries(Object.entries(SHARED_ATTRIBUTES).filter(([name]) => !(name in type.attributes))),
  };
}

/** Registers `wp/v2/block-types` (`WP_REST_Block_Types_Controller`). */
export function registerBlockTypes(deps: WpV2SiteDeps): void {
  const { blocks, content, rest, roles } = deps;

  async function mayView(): Promise<true | WpError> {
    if (await roles.currentUserCan('edit_posts')) return true;
    for (const type of content.getPostTypes({ showInRest: true }))
      if (await roles.currentUserCan(type.cap.edit_posts)) return true;
    return forbidden(deps, 'rest_block_type_cannot_view', 'Sorry, you are not allowed to manage block types.');
  }

  function prepare(type: BlockType, request: RestRequest): RestResponse {
    const response = new RestResponse({
      api_version: type.apiVersion,
      title: type.title,
      name: type.name,
      is_dynamic: type.renderCallback !== null,
      description: type.description,
      attributes: blockAttributes(type),
      provides_context: type.providesContext,
      uses_context: type.usesContext,
      supports: type.supports,
      category: type.category,
      icon: type.icon,
      keywords: type.keywords,
      parent: type.parent,
      ancestor: type.ancestor,
      textdomain: type.textdomain,
      ...WITHOUT_ASSETS,
      styles: blocks.getBlockStyles(type.name).map(({ name, label, isDefault, inlineStyle, styleHandle }) => ({
        name,
        label,
        ...(isDefault === undefined ? {} : { is_default: isDefault }),
        ...(inlineStyle === undefined ? {} : { inline_style: inlineStyle }),
        ...(styleHandle === undefined ? {} : { style_handle: styleHandle }),
      })),
    });
    if (!wantsLinks(request)) return response;
    const [namespace] = type.name.split('/');
    response.addLink('collection', rest.restUrl('wp/v2/block-types'));
    response.addLink('self', rest.restUrl(`wp/v2/block-types/${type.name}`));
    response.addLink('up', rest.restUrl(`wp/v2/block-types/${namespace}`));
    if (type.renderCallback !== null)
      response.addLink(
        'https://api.w.org/render-block',
        `${rest.restUrl(`wp/v2/block-renderer/${type.name}`)}?context=edit`,
      );
    return response;
  }

  const list = (request: RestRequest): Promise<unknown[]> => {
    const namespace = toText(request.getParam('namespace'));
    const types = [...blocks.getAllRegistered().values()].filter(
      ({ name }) => namespace === '' || name.startsWith(`${namespace}/`),
    );
    return Promise.all(types.map((type) => inCollection(rest.links, prepare(type, request))));
  };
  const find = (request: RestRequest): BlockType | null =>
    blocks.getBlockType(`${toText(request.getParam('namespace'))}/${toText(request.getParam('name'))}`);
  const notFoundError = (): WpError => failure('rest_block_type_invalid', 'Invalid block type.', 404);
  const args = { context: contextArg(rest, SCHEMA, 'view') };
  const listArgs = { ...args, namespace: { description: 'Block namespace.', type: 'string' as const } };
  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, SCHEMA);
  rest.registerRestRoute('wp/v2', '/block-types', {
    schema,
    endpoints: [{ callback: list, permissionCallback: mayView, args: listArgs }],
  });
  rest.registerRestRoute('wp/v2', '/block-types/(?P<namespace>[a-zA-Z0-9_-]+)', {
    schema,
    endpoints: [{ callback: list, permissionCallback: mayView, args: listArgs }],
  });
  rest.registerRestRoute('wp/v2', '/block-types/(?P<namespace>[a-zA-Z0-9_-]+)/(?P<name>[a-zA-Z0-9_-]+)', {
    schema,
    args: {
      name: { description: 'Block name.', type: 'string' },
      namespace: { description: 'Block namespace.', type: 'string' },
    },
    endpoints: [
      {
        args,
        permissionCallback: async (request) => {
          const allowed = await mayView();
          return allowed === true && !find(request) ? notFoundError() : allowed;
        },
        callback: (request) => {
          const type = find(request);
          return type ? prepare(type, request) : notFoundError();
        },
      },
    ],
  });
}
