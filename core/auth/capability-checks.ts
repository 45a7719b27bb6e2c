import { type CurrentUserApi, PlinthError, type AsyncResult } from '../api/index.js';
import type { Hooks } from '../hooks/index.js';
import type { SiteRoles } from './roles.js';

/** The current user's capability checks for plugins: synchronous, and asynchronous for objects. */
export function capabilityChecks(roles: SiteRoles): CurrentUserApi {
  function currentUserCan(capability: string | number): boolean;
  function currentUserCan(capability: string | number, object: unknown, ...more: unknown[]): AsyncResult;
  function currentUserCan(capability: string | number, ...object: unknown[]): boolean | AsyncResult {
    return object.length === 0 ? roles.currentUserHas(capability) : roles.currentUserCan(capability, ...object);
  }

  return {
    currentUserCan,
    async requireCapability(capability, ...object) {
      if (await roles.currentUserCan(capability, ...object)) return;
      throw new PlinthError('forbidden', 'Sorry, you are not allowed to do that.', {
        hint: `Log in as someone with the capability "${capability}".`,
        status: 403,
      });
    },
  };
}

/**
 * Warns once per capability why a synchronous check returned false: which callbacks are asynchronous, or that the
 * account was not loaded yet.
 */
export function warnAsyncCapability(
  hooks: Pick<Hooks, 'listeners'>,
  log: { warn(fields: object, message: string): void },
): (capability: string, hook: string | undefined) => void {
  const warned = new Set<string>();
  return (capability, hook) => {
    const plugins =
      hook === undefined
        ? []
        : [...new Set(hooks.listeners(hook).map(({ owner }) => owner))].filter((owner) => owner !== '');
    const key = `${capability} ${hook ?? ''} ${plugins.join()}`;
    if (warned.has(key)) return;
    warned.add(key);
    log.warn(
      { code: 'capability_check_unavailable', capability, hook, plugins },
      hook === undefined
        ? `The capability "${capability}" of the current user was checked before the account was loaded; the check returned false.`
        : `The capability "${capability}" of the current user could not be checked synchronously, because a callback of "${hook}" is asynchronous or the capability requires an object; the check returned false.`,
    );
  };
}
