import { PlinthError, type RolesApi, WpError } from '../api/index.js';
import { currentContext } from '../context/index.js';
import type { Handler } from '../http/index.js';
import type { PluginHost } from '../plugins/index.js';
import type { Authenticate } from '../rest/index.js';
import type { Log } from './log.js';

/** The value in plugin.json with which a plugin declares that it protects access to the site. */
const ACCESS_PROTECTION = 'access';
/** Memo key of a request for a page of the site or its API, as opposed to the login or the admin. */
const VISITOR_REQUEST = 'visit';
/** URLs at which owners log in and repair the site. */
const OWNER_PATHS = /^\/wp-(?:admin(?:\/|$)|login\.php$)/;

/** Marks a request as one for content that a plugin may protect. */
export function markVisitorRequest(path: string): void {
  if (!OWNER_PATHS.test(path)) currentContext()?.memo.set(VISITOR_REQUEST, true);
}

/**
 * Whether a failure of a plugin must abort the operation: if the plugin protects the current operation or, for a plugin
 * that protects access, during every request of a visitor.
 */
export function mustFailClosed(
  { plugins }: { plugins: Pick<PluginHost, 'protects'> },
  pluginId: string,
  feature: string | undefined,
): boolean {
  if (feature !== undefined && plugins.protects(pluginId, feature)) return true;
  return currentContext()?.memo.get(VISITOR_REQUEST) === true && plugins.protects(pluginId, ACCESS_PROTECTION);
}

/** The parts of a site this module needs. */
interface Parts {
  readonly plugins: Pick<PluginHost, 'failedGuards'>;
  readonly roles: Pick<RolesApi, 'userCan'>;
  readonly log: Pick<Log, 'error'>;
}

/** Blocks visitors from pages while a plugin that protects access is not running. */
export function blockWhileUnprotected(site: Parts, pages: Handler): Handler {
  return async (request, response) => {
    const refusal = await findRefusal(site);
    if (refusal) throw refusal;
    return pages(request, response);
  };
}

/** Blocks API requests under the same condition, after authentication. */
export function authenticateWhileProtected(site: Parts, authenticate: Authenticate): Authenticate {
  return async (call) => {
    const credentials = await authenticate(call);
    const refusal = await findRefusal(site);
    return refusal
      ? { ...credentials, error: new WpError(refusal.code, refusal.message, { status: refusal.status }) }
      : credentials;
  };
}

/**
 * Returns the refusal of a request while an active plugin that protects access is not running; users who may repair it
 * are let through.
 */
async function findRefusal({ plugins, roles, log }: Parts): Promise<PlinthError | undefined> {
  const context = currentContext();
  if (context?.memo.get(VISITOR_REQUEST) !== true) return undefined;
  const failedGuards = await plugins.failedGuards(ACCESS_PROTECTION);
  if (failedGuards.length === 0) return undefined;
  const canRepair = await roles.userCan(context.userId, 'activate_plugins');
  if (canRepair) return undefined;
  log.error(
    { plugins: failedGuards },
    'the site is closed to visitors because a plugin that protects it is not running',
  );
  return new PlinthError('access_closed', 'The site is closed because a plugin that protects it is not running.', {
    hint: 'Fix the plugin, or deactivate it.',
    status: 503,
    kind: 'outage',
  });
}
