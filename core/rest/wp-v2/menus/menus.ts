import { isWpError, type RestRequest, type WpError } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg, contextOf, publicSchema, writeArgs } from '../items/item-schema.js';
import { forbidden, mayViewMenus } from '../items/refusals.js';
import {
  findMenu,
  listMenus,
  type MenuKind,
  menuKind,
  menuListArgs,
  prepareMenu,
  removeMenu,
  writeMenu,
} from './menu-objects.js';

/** Registers `wp/v2/menus` (`WP_REST_Menus_Controller`). */
export function registerMenus(deps: WpV2Deps): void {
  const kind = menuKind(deps);
  const access = createMenuAccess(kind);
  registerList(kind, access);
  registerItem(kind, access);
}

function registerList(kind: MenuKind, access: MenuAccess): void {
  const { rest } = kind.deps;
  rest.registerRestRoute('wp/v2', '/menus', {
    schema: () => publicSchema(rest, kind.schema),
    allowBatch: { v1: true },
    endpoints: [
      {
        methods: 'GET',
        callback: (request) => listMenus(kind, request),
        permissionCallback: access.mayList,
        args: menuListArgs(kind, contextArg(rest, kind.schema, 'view')),
      },
      {
        methods: 'POST',
        callback: (request) => writeMenu(kind, 0, request),
        args: writeArgs(rest, kind.schema, true),
        permissionCallback: access.mayCreate,
      },
    ],
  });
}

function registerItem(kind: MenuKind, access: MenuAccess): void {
  const { rest } = kind.deps;
  rest.registerRestRoute('wp/v2', '/menus/(?P<id>[\\d]+)', {
    schema: () => publicSchema(rest, kind.schema),
    allowBatch: { v1: true },
    args: { id: { description: 'Unique identifier for the term.', type: 'integer' } },
    endpoints: [
      {
        methods: 'GET',
        args: { context: contextArg(rest, kind.schema, 'view') },
        callback: async (request) => {
          const menu = await findMenu(kind, request);
          return isWpError(menu) ? menu : prepareMenu(kind, menu, request);
        },
        permissionCallback: access.mayShow,
      },
      {
        methods: 'POST, PUT, PATCH',
        args: writeArgs(rest, kind.schema, false),
        permissionCallback: access.mayChange(
          'edit_term',
          'rest_cannot_update',
          'Sorry, you are not allowed to edit this term.',
        ),
        callback: async (request) => {
          const menu = await findMenu(kind, request);
          return isWpError(menu) ? menu : writeMenu(kind, menu.term_id, request);
        },
      },
      {
        methods: 'DELETE',
        callback: (request) => removeMenu(kind, request),
        args: {
          force: {
            type: 'boolean',
            default: false,
            description: 'Required to be true, as terms do not support trashing.',
          },
        },
        permissionCallback: access.mayChange(
          'delete_term',
          'rest_cannot_delete',
          'Sorry, you are not allowed to delete this term.',
        ),
      },
    ],
  });
}

type Check = (request: RestRequest) => Promise<true | WpError>;

interface MenuAccess {
  readonly mayList: Check;
  readonly mayCreate: Check;
  readonly mayShow: Check;
  mayChange(capability: 'edit_term' | 'delete_term', code: string, message: string): Check;
}

function createMenuAccess(kind: MenuKind): MenuAccess {
  const { deps } = kind;
  const { roles } = deps;
  const mayView = (): Promise<true | WpError> =>
    mayViewMenus(deps, 'rest_cannot_view', 'Sorry, you are not allowed to view menus.');

  const editable = async (request: RestRequest, message: string): Promise<true | WpError> =>
    contextOf(request) !== 'edit' ||
    (await roles.currentUserCan('edit_theme_options')) ||
    forbidden(deps, 'rest_forbidden_context', message);

  const mayChange =
    (capability: 'edit_term' | 'delete_term', code: string, message: string) =>
    async (request: RestRequest): Promise<true | WpError> => {
      const menu = await findMenu(kind, request);
      if (isWpError(menu)) return menu;
      return (await roles.currentUserCan(capability, menu.term_id)) || forbidden(deps, code, message);
    };

  return {
    mayChange,
    async mayList(request) {
      const may = await editable(request, 'Sorry, you are not allowed to edit terms in this taxonomy.');
      return may === true ? mayView() : may;
    },
    mayCreate: async () =>
      (await roles.currentUserCan('edit_theme_options')) ||
      forbidden(deps, 'rest_cannot_create', 'Sorry, you are not allowed to create terms in this taxonomy.'),
    async mayShow(request) {
      const menu = await findMenu(kind, request);
      if (isWpError(menu)) return menu;
      const may = await editable(request, 'Sorry, you are not allowed to edit this term.');
      return may === true ? mayView() : may;
    },
  };
}
