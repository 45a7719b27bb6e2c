import { randomBytes } from 'node:crypto';
import { grantableRoles as rolesToGrant } from '../../auth/account-guards.js';
import { currentContext } from '../../context/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import { type AdminPage, isWpError, type Reply, WpError } from '../../api/index.js';
import { captureAction } from '../../document/index.js';
import { createRedirect, type ScreenReply } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';

const SLUG = 'user-new.php';

/** The screen that creates an account (`user-new.php`). */
export function newUserScreen(deps: AdminDeps): AdminPage {
  const { users, views, nonces, formatting } = deps;
  const { __ } = deps.text;
  return {
    slug: SLUG,
    title: () => __('Add user'),
    menuTitle: () => __('Add'),
    capability: 'create_users',
    parent: 'users.php',
    async handler(request): Promise<Reply> {
      const form = {
        login: request.field('user_login').trim(),
        email: request.field('email').trim(),
        firstName: request.field('first_name').trim(),
        lastName: request.field('last_name').trim(),
        role: request.field('role') || String(await deps.options.getOption('default_role', 'subscriber')),
      };
      const roles = await grantableRoles(deps);
      let problem = '';
      if (request.method === 'POST') {
        const password = request.field('pass1');
        if (!roles.some((role) => role.name === form.role)) problem = __('Choose a role from the list.');
        else if (!formatting.isEmail(form.email))
          problem = __('Enter a complete email address, such as anna@example.com.');
        else {
          const passwordError = await deps.passwordProblem(password, { login: form.login, email: form.email });
          problem = passwordError?.getErrorMessage() ?? '';
        }
        if (problem === '') {
          const input = {
            user_login: form.login,
            user_email: form.email,
            user_pass: password,
            first_name: form.firstName,
            last_name: form.lastName,
            role: form.role,
          };
          const errors = new WpError();
          await deps.hooks.doAction('user_profile_update_errors', errors, false, input);
          const insertedId = errors.hasErrors() ? errors : await users.wpInsertUser(input);
          if (!isWpError(insertedId))
            return createRedirect(request, 'users.php', { kind: 'success', text: __('Account created.') });
          problem = plainMessage(insertedId, __);
        }
      }
      const data = {
        form,
        problem,
        roles: roles.map((role) => ({ ...role, selected: role.name === form.role })),
        suggestion: randomBytes(12).toString('base64url'),
        nonceField: nonces.wpNonceField(nonceAction(SLUG)),
      };
      const reply: ScreenReply = {
        kind: 'page',
        title: __('Add user'),
        ...(problem ? { status: 400 } : {}),
        content: async () =>
          views.renderCore('admin/user-new', {
            ...data,
            formAttributes: await captureAction(deps.hooks, 'user_new_form_tag'),
            below: await captureAction(deps.hooks, 'user_new_form', 'add-new-user'),
          }),
      };
      return reply;
    },
  };
}

/** Returns the roles the current user may assign, with translated names. */
export async function grantableRoles(deps: AdminDeps): Promise<{ name: string; label: string }[]> {
  const grantable = await rolesToGrant(deps, currentContext()?.userId ?? 0);
  return grantable.map(({ name, label }) => ({ name, label: deps.text.__(label) }));
}
