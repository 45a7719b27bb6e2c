import type { PostStatus, RestRequest, RestResponse, WpError } from '../../../api/index.js';
import { type Dictionary, toText } from '../../values.js';
import { inCollection } from '../items/collection.js';
import type { WpV2SiteDeps } from '../items/deps.js';
import { contextArg, contextOf, itemResponse, type ItemSchema, publicSchema } from '../items/item-schema.js';
import { failure, forbidden } from '../items/refusals.js';

const EDIT = ['edit'];
const VIEW_AND_EDIT = ['view', 'edit'];
const ALL_CONTEXTS = ['embed', 'view', 'edit'];

const SCHEMA: ItemSchema = {
  title: 'status',
  properties: {
    name: { description: 'The title for the status.', type: 'string', context: ALL_CONTEXTS, readonly: true },
    private: {
      description: 'Whether posts with this status should be private.',
      type: 'boolean',
      context: EDIT,
      readonly: true,
    },
    protected: {
      description: 'Whether posts with this status should be protected.',
      type: 'boolean',
      context: EDIT,
      readonly: true,
    },
    public: {
      description: 'Whether posts of this status should be shown in the front end of the site.',
      type: 'boolean',
      context: VIEW_AND_EDIT,
      readonly: true,
    },
    queryable: {
      description: 'Whether posts with this status should be publicly-queryable.',
      type: 'boolean',
      context: VIEW_AND_EDIT,
      readonly: true,
    },
    show_in_list: {
      description: 'Whether to include posts in the edit listing for their post type.',
      type: 'boolean',
      context: EDIT,
      readonly: true,
    },
    slug: {
      description: 'An alphanumeric identifier for the status.',
      type: 'string',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    date_floating: {
      description: 'Whether posts of this status may have floating published dates.',
      type: 'boolean',
      context: VIEW_AND_EDIT,
      readonly: true,
    },
  },
};

/** Registers `wp/v2/statuses` (`WP_REST_Post_Statuses_Controller`). */
export function registerStatuses(deps: WpV2SiteDeps): void {
  const { content, rest, roles } = deps;

  function prepare(status: PostStatus, request: RestRequest): RestResponse {
    const data: Dictionary = {
      name: status.label,
      private: status.private,
      protected: status.protected,
      public: status.public,
      queryable: status.publiclyQueryable,
      show_in_list: status.showInAdminAllList,
      slug: status.name,
      date_floating: status.dateFloating,
    };
    const response = itemResponse(data, SCHEMA, request);
    const query = status.name === 'publish' ? '' : `?status=${status.name}`;
    response.addLink('archives', `${rest.restUrl('wp/v2/posts')}${query}`);
    return response;
  }

  async function canEditAnyType(): Promise<boolean> {
    for (const type of content.getPostTypes({ showInRest: true }))
      if (await roles.currentUserCan(type.cap.edit_posts)) return true;
    return false;
  }

  async function canSee(status: PostStatus): Promise<boolean> {
    return status.public || ((!status.internal || status.name === 'trash') && (await canEditAnyType()));
  }

  const args = { context: contextArg(rest, SCHEMA, 'view') };
  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, SCHEMA);
  rest.registerRestRoute('wp/v2', '/statuses', {
    schema,
    endpoints: [
      {
        args,
        permissionCallback: async (request) =>
          contextOf(request) !== 'edit' ||
          (await canEditAnyType()) ||
          forbidden(deps, 'rest_cannot_view', 'Sorry, you are not allowed to manage post statuses.'),
        callback: async (request) => {
          const items: Dictionary = {};
          for (const status of [
            ...content.getPostStati({ internal: false }),
            ...content.getPostStati().filter(({ name }) => name === 'trash'),
          ]) {
            if (await canSee(status)) items[status.name] = await inCollection(rest.links, prepare(status, request));
          }
          return items;
        },
      },
    ],
  });
  rest.registerRestRoute('wp/v2', '/statuses/(?P<status>[\\w-]+)', {
    schema,
    args: { status: { description: 'An alphanumeric identifier for the status.', type: 'string' } },
    endpoints: [
      {
        args,
        permissionCallback: async (request): Promise<true | WpError> => {
          const status = content.getPostStatusObject(toText(request.getParam('status')));
          if (!status) return failure('rest_status_invalid', 'Invalid status.', 404);
          return (await canSee(status)) || forbidden(deps, 'rest_cannot_read_status', 'Cannot view status.');
        },
        callback: (request) => {
          const status = content.getPostStatusObject(toText(request.getParam('status')));
          return status ? prepare(status, request) : failure('rest_status_invalid', 'Invalid status.', 404);
        },
      },
    ],
  });
}
