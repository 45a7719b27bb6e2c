import { type CurrentUserApi, PlinthError, type Question } from '../api/index.js';
import type { SiteRoles } from '../api/at-once.js';

/** What plugins ask about whoever sends the request: at once, and of objects as a question that has to be waited for. */
export function capabilityQuestions(roles: SiteRoles): CurrentUserApi {
  function currentUserCan(capability: string | number): boolean;
  function currentUserCan(capability: string | number, object: unknown, ...more: unknown[]): Question;
  function currentUserCan(capability: string | number, ...object: unknown[]): boolean | Question {
    return object.length === 0 ? roles.now.currentUserHas(capability) : roles.currentUserCan(capability, ...object);
  }

  return {
    currentUserCan,
    async requireCapability(capability, ...object) {
      if (await roles.currentUserCan(capability, ...object)) return;
      throw new PlinthError('forbidden', 'Sorry, you are not allowed to do that.', {
        cure: `Sign in as somebody with the capability "${capability}".`,
        status: 403,
      });
    },
  };
}
