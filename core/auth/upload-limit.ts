import type { RolesApi, UsersApi } from '../api/index.js';
import type { ApplicationPasswords } from './application-passwords.js';
import { readBasic } from './basic-auth.js';

interface UploadLimitDeps {
  users: Pick<UsersApi, 'getUserBy'>;
  roles: Pick<RolesApi, 'userCan'>;
  passwords: Pick<ApplicationPasswords, 'find'>;
  /** Returns the user identified by a cookie. */
  currentUserId(): number;
}

/** The routes that accept files. */
const UPLOAD_ROUTES = /^\/wp\/v2\/media(?:\/\d+\/sideload)?$/;

/**
 * Checks before a body is read whether its sender may upload files; only then may it be large. Nothing is counted and
 * no user is logged in: authentication follows later, as for every request.
 */
export function createUploadSenders({ users, roles, passwords, currentUserId }: UploadLimitDeps) {
  async function findSender(authorization: string | undefined): Promise<number> {
    const sessionUserId = currentUserId();
    const basic = sessionUserId > 0 ? undefined : readBasic(authorization);
    if (!basic) return sessionUserId;
    const user = (await users.getUserBy('login', basic.username)) || (await users.getUserBy('email', basic.username));
    return user && (await passwords.find(user.id, basic.password)) ? user.id : 0;
  }

  return async (method: string, route: string, authorization: string | undefined): Promise<boolean> => {
    if (method !== 'POST' || !UPLOAD_ROUTES.test(route)) return false;
    const sender = await findSender(authorization);
    return sender > 0 && roles.userCan(sender, 'upload_files');
  };
}
