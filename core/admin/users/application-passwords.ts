import { isWpError, type PageRequest } from '../../api/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import type { AdminDeps } from '../deps.js';
import type { AccountOutcome } from './account-outcome.js';

/** Creates and revokes application passwords for API clients; a new one is shown once. */
export async function changeApplicationPasswords(
  deps: AdminDeps,
  request: PageRequest,
  userId: number,
): Promise<AccountOutcome> {
  const { passwords, roles } = deps;
  const { __ } = deps.text;
  const action = request.field('action');
  const failed = (problem: string): AccountOutcome => ({ successMessage: '', problem });
  if (action === 'create-password') {
    if (!(await roles.currentUserCan('create_app_password', userId)))
      return failed(__('Sorry, you are not allowed to create application passwords for this user.'));
    const name = request.field('password_name').slice(0, 100);
    const applicationPassword = await passwords.createApplicationPassword(userId, { name });
    if (isWpError(applicationPassword)) return failed(plainMessage(applicationPassword, __));
    return {
      successMessage: '',
      problem: '',
      created: { name: applicationPassword.item.name, password: groupCharacters(applicationPassword.password) },
    };
  }
  if (action === 'revoke-password') {
    if (!(await roles.currentUserCan('delete_app_password', userId, request.field('uuid'))))
      return failed(__('Sorry, you are not allowed to delete this application password.'));
    const deleted = await passwords.deleteApplicationPassword(userId, request.field('uuid'));
    return isWpError(deleted)
      ? failed(plainMessage(deleted, __))
      : { successMessage: __('Application password revoked.'), problem: '' };
  }
  return failed(__('Unknown action.'));
}

/** Groups of four characters are easier to copy; spaces are ignored on login. */
export function groupCharacters(password: string): string {
  return password.replace(/(.{4})(?=.)/g, '$1 ');
}
