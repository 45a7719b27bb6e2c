import { isWpError, type RestRequest, type RestSchema, type WpError } from '../../../api/index.js';
import { isDictionary, toText } from '../../values.js';
import { blockAttributes } from './block-types.js';
import { numberParam } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { failure, forbidden } from '../items/refusals.js';

/**
 * Registers `wp/v2/block-renderer` (`WP_REST_Block_Renderer_Controller`): renders a dynamic block as the site would
 * show it.
 */
export function registerBlockRenderer(deps: WpV2Deps): void {
  const { blocks, content, rest, roles } = deps;

  async function mayRender(request: RestRequest): Promise<true | WpError> {
    const postId = numberParam(request, 'post_id');
    if (postId > 0) {
      const post = await content.getPost(postId);
      if (post && (await roles.currentUserCan('edit_post', postId))) return true;
      return forbidden(deps, 'block_cannot_read', 'Sorry, you are not allowed to read blocks of this post.');
    }
    return (
      (await roles.currentUserCan('edit_posts')) ||
      forbidden(deps, 'block_cannot_read', 'Sorry, you are not allowed to read blocks as this user.')
    );
  }

  async function render(request: RestRequest): Promise<unknown> {
    const name = toText(request.getParam('name'));
    const type = blocks.getBlockType(name);
    if (!type || type.renderCallback === null) return failure('block_invalid', 'Invalid block.', 404);
    const attributes = request.getParam('attributes');
    const attrs = isDictionary(attributes) ? attributes : {};
    const rendered = await blocks.renderBlock({
      blockName: name,
      attrs,
      innerBlocks: [],
      innerHTML: '',
      innerContent: [],
    });
    return { rendered };
  }

  /** The allowed attributes of a block depend on its type, which is part of the path. */
  function schemaFor(request: RestRequest): RestSchema {
    const type = blocks.getBlockType(toText(request.getParam('name')));
    return { type: 'object', properties: type ? blockAttributes(type) : {}, additionalProperties: false };
  }

  rest.registerRestRoute('wp/v2', '/block-renderer/(?P<name>[a-z0-9-]+/[a-z0-9-]+)', {
    schema: {
      $schema: 'http://json-schema.org/schema#',
      title: 'rendered-block',
      type: 'object',
      properties: {
        rendered: { description: 'The rendered block.', type: 'string', required: true, context: ['edit'] },
      },
    },
    args: { name: { description: 'Unique registered name for the block.', type: 'string' } },
    endpoints: [
      {
        methods: 'GET, POST',
        callback: render,
        permissionCallback: mayRender,
        args: {
          context: {
            description: 'Scope under which the request is made.',
            type: 'string',
            enum: ['edit'],
            default: 'view',
            sanitizeCallback: (value) => value,
            validateCallback: rest.restValidateRequestArg,
          },
          attributes: {
            description: 'Attributes for the block.',
            type: 'object',
            default: {},
            validateCallback: (value, request) => rest.restValidateValueFromSchema(value, schemaFor(request)) ?? true,
            sanitizeCallback: (value, request) => {
              const clean = rest.restSanitizeValueFromSchema(value, schemaFor(request));
              return isWpError(clean) ? {} : clean;
            },
          },
          post_id: { description: 'ID of the post context.', type: 'integer' },
        },
      },
    ],
  });
}
