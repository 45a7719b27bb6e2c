import type { WpV2SiteDeps } from '../items/deps.js';
import { contextArg, publicSchema, writeArgs } from '../items/item-schema.js';
import { type ApplicationPasswordItems, createApplicationPasswordItems } from './application-password-items.js';
import { applicationPasswordSchema } from './application-password-schema.js';

const ROUTE = '/users/(?P<user_id>(?:[\\d]+|me))/application-passwords';
const DENIAL_PREFIX = 'Sorry, you are not allowed to';

/** Registers `wp/v2/users/…/application-passwords` (`WP_REST_Application_Passwords_Controller`). */
export function registerApplicationPasswords(deps: WpV2SiteDeps): void {
  const { rest } = deps;
  const items = createApplicationPasswordItems(deps);

  const context = contextArg(rest, applicationPasswordSchema, 'view');
  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, applicationPasswordSchema);
  rest.registerRestRoute('wp/v2', ROUTE, {
    schema,
    endpoints: [
      {
        methods: 'GET',
        callback: items.list,
        args: { context },
        permissionCallback: items.permissionCheck(
          'list_app_passwords',
          'rest_cannot_list_application_passwords',
          `${DENIAL_PREFIX} list application passwords for this user.`,
        ),
      },
      {
        methods: 'POST',
        callback: items.create,
        args: writeArgs(rest, applicationPasswordSchema, true),
        permissionCallback: items.permissionCheck(
          'create_app_password',
          'rest_cannot_create_application_passwords',
          `${DENIAL_PREFIX} create application passwords for this user.`,
        ),
      },
      {
        methods: 'DELETE',
        callback: items.removeAll,
        permissionCallback: items.permissionCheck(
          'delete_app_passwords',
          'rest_cannot_delete_application_passwords',
          `${DENIAL_PREFIX} delete application passwords for this user.`,
        ),
      },
    ],
  });
  rest.registerRestRoute('wp/v2', `${ROUTE}/introspect`, {
    schema,
    endpoints: [
      { methods: 'GET', callback: items.introspect, args: { context }, permissionCallback: items.canIntrospect },
    ],
  });
  registerItem(rest, items);
}

function registerItem(rest: WpV2SiteDeps['rest'], items: ApplicationPasswordItems): void {
  rest.registerRestRoute('wp/v2', `${ROUTE}/(?P<uuid>[\\w\\-]+)`, {
    schema: () => publicSchema(rest, applicationPasswordSchema),
    endpoints: [
      {
        methods: 'GET',
        callback: items.show,
        args: { context: contextArg(rest, applicationPasswordSchema, 'view') },
        permissionCallback: items.permissionCheck(
          'read_app_password',
          'rest_cannot_read_application_password',
          `${DENIAL_PREFIX} read this application password.`,
        ),
      },
      {
        methods: 'POST, PUT, PATCH',
        callback: items.update,
        args: writeArgs(rest, applicationPasswordSchema, false),
        permissionCallback: items.permissionCheck(
          'edit_app_password',
          'rest_cannot_edit_application_password',
          `${DENIAL_PREFIX} edit this application password.`,
        ),
      },
      {
        methods: 'DELETE',
        callback: items.remove,
        permissionCallback: items.permissionCheck(
          'delete_app_password',
          'rest_cannot_delete_application_password',
          `${DENIAL_PREFIX} delete this application password.`,
        ),
      },
    ],
  });
}
