import { isWpError, type RestRequest, type WpError } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg, contextOf, publicSchema, writeArgs } from '../items/item-schema.js';
import { forbidden, mayViewMenus } from '../items/refusals.js';
import {
  findMenuItem,
  listMenuItems,
  type MenuItemKind,
  menuItemKind,
  menuItemListArgs,
  prepareMenuItem,
} from './menu-item-objects.js';
import { removeMenuItem, writeMenuItem } from './menu-item-writes.js';

/** Registers `wp/v2/menu-items` (`WP_REST_Menu_Items_Controller`). */
export function registerMenuItems(deps: WpV2Deps): void {
  const kind = menuItemKind(deps);
  const access = createMenuItemAccess(kind);
  registerList(kind, access);
  registerItem(kind, access);
}

function registerList(kind: MenuItemKind, access: MenuItemAccess): void {
  const { rest } = kind.deps;
  rest.registerRestRoute('wp/v2', '/menu-items', {
    schema: () => publicSchema(rest, kind.schema),
    allowBatch: { v1: true },
    endpoints: [
      {
        methods: 'GET',
        callback: (request) => listMenuItems(kind, request),
        permissionCallback: access.mayList,
        args: menuItemListArgs(kind, contextArg(rest, kind.schema, 'view')),
      },
      {
        methods: 'POST',
        callback: (request) => writeMenuItem(kind, null, request),
        args: writeArgs(rest, kind.schema, true),
        permissionCallback: access.mayCreate,
      },
    ],
  });
}

function registerItem(kind: MenuItemKind, access: MenuItemAccess): void {
  const { rest } = kind.deps;
  rest.registerRestRoute('wp/v2', '/menu-items/(?P<id>[\\d]+)', {
    schema: () => publicSchema(rest, kind.schema),
    allowBatch: { v1: true },
    args: { id: { description: 'Unique identifier for the post.', type: 'integer' } },
    endpoints: [
      {
        methods: 'GET',
        args: { context: contextArg(rest, kind.schema, 'view') },
        callback: async (request) => {
          const post = await findMenuItem(kind, request);
          return isWpError(post) ? post : prepareMenuItem(kind, post, request);
        },
        permissionCallback: access.mayShow,
      },
      {
        methods: 'POST, PUT, PATCH',
        args: writeArgs(rest, kind.schema, false),
        permissionCallback: access.mayChange('rest_cannot_edit', 'Sorry, you are not allowed to edit this post.'),
        callback: async (request) => {
          const post = await findMenuItem(kind, request);
          return isWpError(post) ? post : writeMenuItem(kind, post, request);
        },
      },
      {
        methods: 'DELETE',
        callback: (request) => removeMenuItem(kind, request),
        args: {
          force: { type: 'boolean', default: false, description: 'Whether to bypass Trash and force deletion.' },
        },
        permissionCallback: access.mayChange('rest_cannot_delete', 'Sorry, you are not allowed to delete this post.'),
      },
    ],
  });
}

type Check = (request: RestRequest) => Promise<true | WpError>;

interface MenuItemAccess {
  readonly mayList: Check;
  readonly mayCreate: Check;
  readonly mayShow: Check;
  mayChange(code: string, message: string): Check;
}

function createMenuItemAccess(kind: MenuItemKind): MenuItemAccess {
  const { deps } = kind;
  const mayDesign = (): Promise<boolean> => deps.roles.currentUserCan('edit_theme_options');
  const mayView = (): Promise<true | WpError> =>
    mayViewMenus(deps, 'rest_cannot_view', 'Sorry, you are not allowed to view menu items.');

  const editable = async (request: RestRequest, message: string): Promise<true | WpError> =>
    contextOf(request) !== 'edit' || (await mayDesign()) || forbidden(deps, 'rest_forbidden_context', message);

  const mayChange =
    (code: string, message: string) =>
    async (request: RestRequest): Promise<true | WpError> => {
      const post = await findMenuItem(kind, request);
      if (isWpError(post)) return post;
      return (await mayDesign()) || forbidden(deps, code, message);
    };

  return {
    mayChange,
    async mayList(request) {
      const may = await editable(request, 'Sorry, you are not allowed to edit posts in this post type.');
      return may === true ? mayView() : may;
    },
    mayCreate: async () =>
      (await mayDesign()) ||
      forbidden(deps, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.'),
    async mayShow(request) {
      const post = await findMenuItem(kind, request);
      if (isWpError(post)) return post;
      const may = await editable(request, 'Sorry, you are not allowed to edit this post.');
      return may === true ? mayView() : may;
    },
  };
}
