import { isWpError, type RestRequest, type WpError } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { registerItemRoutes } from '../items/item-routes.js';
import { contextOf } from '../items/item-schema.js';
import { forbidden, mayViewMenus } from '../items/refusals.js';
import { TERM_DESCRIPTIONS, type TermAccess, termChecks } from '../terms/term-access.js';
import {
  findMenu,
  listMenus,
  type MenuKind,
  createMenuKind,
  menuListArgs,
  prepareMenu,
  removeMenu,
  writeMenu,
} from './menu-objects.js';

/** Registers `wp/v2/menus` (`WP_REST_Menus_Controller`). */
export function registerMenus(deps: WpV2Deps): void {
  const kind = createMenuKind(deps);
  const access = createMenuAccess(kind);
  registerItemRoutes(deps.rest, {
    namespace: 'wp/v2',
    base: 'menus',
    schema: kind.schema,
    ...TERM_DESCRIPTIONS,
    listArgs: (context) => menuListArgs(kind, context),
    list: (request) => listMenus(kind, request),
    create: (request) => writeMenu(kind, 0, request),
    async show(request) {
      const menu = await findMenu(kind, request);
      return isWpError(menu) ? menu : prepareMenu(kind, menu, request);
    },
    async update(request) {
      const menu = await findMenu(kind, request);
      return isWpError(menu) ? menu : writeMenu(kind, menu.term_id, request);
    },
    remove: (request) => removeMenu(kind, request),
    permissions: termChecks(access),
  });
}

function createMenuAccess(kind: MenuKind): TermAccess {
  const { deps } = kind;
  const { roles } = deps;
  const mayView = (): Promise<true | WpError> =>
    mayViewMenus(deps, 'rest_cannot_view', 'Sorry, you are not allowed to view menus.');

  const checkEditContext = async (request: RestRequest, message: string): Promise<true | WpError> =>
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
    canModify: mayChange,
    async canList(request) {
      const allowed = await checkEditContext(request, 'Sorry, you are not allowed to edit terms in this taxonomy.');
      return allowed === true ? mayView() : allowed;
    },
    canCreate: async () =>
      (await roles.currentUserCan('edit_theme_options')) ||
      forbidden(deps, 'rest_cannot_create', 'Sorry, you are not allowed to create terms in this taxonomy.'),
    async canShow(request) {
      const menu = await findMenu(kind, request);
      if (isWpError(menu)) return menu;
      const allowed = await checkEditContext(request, 'Sorry, you are not allowed to edit this term.');
      return allowed === true ? mayView() : allowed;
    },
  };
}
