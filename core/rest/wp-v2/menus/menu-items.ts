import { isWpError, type RestRequest, type WpError } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { registerItemRoutes } from '../items/item-routes.js';
import { contextOf } from '../items/item-schema.js';
import { forbidden, mayViewMenus } from '../items/refusals.js';
import {
  findMenuItem,
  listMenuItems,
  type MenuItemKind,
  createMenuItemKind,
  menuItemListArgs,
  prepareMenuItem,
} from './menu-item-objects.js';
import { removeMenuItem, writeMenuItem } from './menu-item-writes.js';

/** Registers `wp/v2/menu-items` (`WP_REST_Menu_Items_Controller`). */
export function registerMenuItems(deps: WpV2Deps): void {
  const kind = createMenuItemKind(deps);
  const access = createMenuItemAccess(kind);
  registerItemRoutes(deps.rest, {
    namespace: 'wp/v2',
    base: 'menu-items',
    schema: kind.schema,
    idDescription: 'Unique identifier for the post.',
    forceDescription: 'Whether to bypass Trash and force deletion.',
    listArgs: (context) => menuItemListArgs(kind, context),
    list: (request) => listMenuItems(kind, request),
    create: (request) => writeMenuItem(kind, null, request),
    async show(request) {
      const post = await findMenuItem(kind, request);
      return isWpError(post) ? post : prepareMenuItem(kind, post, request);
    },
    async update(request) {
      const post = await findMenuItem(kind, request);
      return isWpError(post) ? post : writeMenuItem(kind, post, request);
    },
    remove: (request) => removeMenuItem(kind, request),
    permissions: {
      list: access.canList,
      create: access.canCreate,
      show: access.canShow,
      update: access.canModify('rest_cannot_edit', 'Sorry, you are not allowed to edit this post.'),
      remove: access.canModify('rest_cannot_delete', 'Sorry, you are not allowed to delete this post.'),
    },
  });
}

type Check = (request: RestRequest) => Promise<true | WpError>;

interface MenuItemAccess {
  readonly canList: Check;
  readonly canCreate: Check;
  readonly canShow: Check;
  canModify(code: string, message: string): Check;
}

function createMenuItemAccess(kind: MenuItemKind): MenuItemAccess {
  const { deps } = kind;
  const canEditTheme = (): Promise<boolean> => deps.roles.currentUserCan('edit_theme_options');
  const mayView = (): Promise<true | WpError> =>
    mayViewMenus(deps, 'rest_cannot_view', 'Sorry, you are not allowed to view menu items.');

  const checkEditContext = async (request: RestRequest, message: string): Promise<true | WpError> =>
    contextOf(request) !== 'edit' || (await canEditTheme()) || forbidden(deps, 'rest_forbidden_context', message);

  const mayChange =
    (code: string, message: string) =>
    async (request: RestRequest): Promise<true | WpError> => {
      const post = await findMenuItem(kind, request);
      if (isWpError(post)) return post;
      return (await canEditTheme()) || forbidden(deps, code, message);
    };

  return {
    canModify: mayChange,
    async canList(request) {
      const allowed = await checkEditContext(request, 'Sorry, you are not allowed to edit posts in this post type.');
      return allowed === true ? mayView() : allowed;
    },
    canCreate: async () =>
      (await canEditTheme()) ||
      forbidden(deps, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.'),
    async canShow(request) {
      const post = await findMenuItem(kind, request);
      if (isWpError(post)) return post;
      const allowed = await checkEditContext(request, 'Sorry, you are not allowed to edit this post.');
      return allowed === true ? mayView() : allowed;
    },
  };
}
