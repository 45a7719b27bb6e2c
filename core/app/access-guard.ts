import { andThen, type MaybePromise, PlinthError, WpError } from '../api/index.js';
import type { SiteRoles } from '../api/sync-api.js';
import { currentContext } from '../context/index.js';
import type { Handler } from '../http/index.js';
import type { PluginHost } from '../plugins/index.js';
import type { Authenticate } from '../rest/index.js';
import type { Log } from './log.js';

/** What a plugin says in its plugin.json that it protects when not everybody may see everything. */
const THING = 'access';
/** The memo of a request for a page of the site or its API, rather than for signing in or the admin. */
const VISIT = 'visit';
/** Where owners sign in and mend what is broken. */
const OWNERS = /^\/wp-(?:admin(?:\/|$)|login\.php$)/;

/** Notes that a request asks for what a plugin may protect. */
export function noteVisit(path: string): void {
  if (!OWNERS.test(path)) currentContext()?.memo.set(VISIT, true);
}

/**
 * Whether a plugin must not be passed over when it fails: where the thing that it protects is made, and, when it protects access,
 * wherever a visitor's request is answered.
 */
export function isGuard(
  { plugins }: { plugins: Pick<PluginHost, 'protects'> },
  owner: string,
  thing: string | undefined,
): boolean {
  if (thing !== undefined && plugins.protects(owner, thing)) return true;
  return currentContext()?.memo.get(VISIT) === true && plugins.protects(owner, THING);
}

/** What of a site is asked. */
interface Parts {
  readonly plugins: Pick<PluginHost, 'failedGuards'>;
  readonly roles: Pick<SiteRoles, 'now'>;
  readonly log: Pick<Log, 'error'>;
}

/** Keeps visitors from pages while what protects them does not run. */
export function whileProtected(site: Parts, pages: Handler): Handler {
  return async (request, response) =>
    andThen(refusedVisit(site), (refused) => {
      if (refused) throw refused;
      return pages(request, response);
    });
}

/** The same for the API, once it is known who calls. */
export function authenticateWhileProtected(site: Parts, authenticate: Authenticate): Authenticate {
  return async (call) => {
    const credentials = await authenticate(call);
    const refused = await refusedVisit(site);
    return refused
      ? { ...credentials, error: new WpError(refused.code, refused.message, { status: refused.status }) }
      : credentials;
  };
}

/** The refusal of a visit while a plugin that protects access is switched on and does not run; those who may mend it pass. */
function refusedVisit({ plugins, roles, log }: Parts): MaybePromise<PlinthError | undefined> {
  const context = currentContext();
  if (context?.memo.get(VISIT) !== true) return undefined;
  return andThen(plugins.failedGuards(THING), (broken) => {
    if (broken.length === 0) return undefined;
    return andThen(roles.now.userCan(context.userId, 'activate_plugins'), (may) => {
      if (may) return undefined;
      log.error({ plugins: broken }, 'the site is closed to visitors, since what protects it does not run');
      return new PlinthError('access_closed', 'What protects this site does not run.', {
        hint: 'Mend the plugin, or switch it off.',
        status: 503,
        kind: 'outage',
      });
    });
  });
}
