import { type CurrentUserApi, PlinthError, type RolesApi } from '../api/index.js';
import type { SiteRoles } from '../api/at-once.js';
import { askedHere } from '../hooks/index.js';

type Questions = CurrentUserApi & Pick<RolesApi, 'userCan' | 'authorCan' | 'isSuperAdmin' | 'roleHasCap'>;

/** What plugins ask about capabilities: of whoever sends the request at once, of objects and of others as questions that have to be waited for. */
export function capabilityQuestions(roles: SiteRoles): Questions {
  function currentUserCan(capability: string | number): boolean;
  function currentUserCan(capability: string | number, object: unknown, ...more: unknown[]): Promise<boolean>;
  function currentUserCan(capability: string | number, ...object: unknown[]): boolean | Promise<boolean> {
    return object.length === 0 ? roles.now.currentUserHas(capability) : askedHere(roles.currentUserCan(capability, ...object));
  }

  return {
    currentUserCan,
    async requireCapability(capability, ...object) {
      if (await roles.currentUserCan(capability, ...object)) return;
      throw new PlinthError('forbidden', 'Sorry, you are not allowed to do that.', { cure: `Sign in as somebody with the capability "${capability}".`, status: 403 });
    },
    userCan: (...asked) => askedHere(roles.userCan(...asked)),
    authorCan: (...asked) => askedHere(roles.authorCan(...asked)),
    isSuperAdmin: (...asked) => askedHere(roles.isSuperAdmin(...asked)),
    roleHasCap: (...asked) => askedHere(roles.roleHasCap(...asked)),
  };
}
