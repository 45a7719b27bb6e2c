import { type HookApi, isWpError, type NonceApi, WpError } from '../api/index.js';
import { parsePhpQuery } from '../rest/index.js';
import type { Authenticate, RestCall, RestCredentials } from '../rest/index.js';
import { createBasicAuth, type BasicAuthDeps, TOO_MANY_ATTEMPTS, type BasicAuth } from './basic-auth.js';

interface RestAuthDeps extends BasicAuthDeps {
  hooks: HookApi;
  nonces: NonceApi;
  /** Authenticates requests with a username and password; built from the other parts when absent. */
  basicAuth?: BasicAuth;
  /** The user of the session; replaced by the result of this check. */
  currentUserId(): number;
  /**
   * Whether the user was identified by a cookie, which browsers also send with requests of other sites' pages; when
   * absent, assumed for every logged-in user.
   */
  isFromCookie?(): boolean;
  setCurrentUser(userId: number, applicationPassword?: string): Promise<void>;
}

/** Runs after plugins, which use the default priority. */
const AFTER_PLUGINS = 100;

/**
 * Creates the authentication of API requests: application passwords, and cookies with a nonce.
 * @since 0.1.0
 */
export function createRestAuthentication(deps: RestAuthDeps): Authenticate {
  const { hooks, nonces } = deps;
  const basicAuthentication = deps.basicAuth ?? createBasicAuth(deps);
  const outcomes = new WeakMap<RestCall, RestCredentials>();

  // As in WordPress, the host's check is one of the filter's callbacks and accepts an earlier result.
  hooks.addFilter(
    'rest_authentication_errors',
    (result: unknown, call: RestCall) => result ?? check(call),
    AFTER_PLUGINS,
    2,
  );

  return async function authenticate(call: RestCall): Promise<RestCredentials> {
    const result = await hooks.applyFilters<unknown>('rest_authentication_errors', null, call);
    const outcome = outcomes.get(call) ?? {};
    if (isWpError(result)) return { ...outcome, error: result };
    // Removing the host's callback does not remove its check.
    if ((result === null || result === undefined) && !outcomes.has(call)) await check(call);
    const { error, ...others } = outcomes.get(call) ?? {};
    if (result === null || result === undefined) return error ? { ...others, error } : others;
    if (!outcomes.has(call)) await authenticateBasic(call);
    return others;
  };

  /** @returns an error, true for a cookie with a valid nonce, or null */
  async function check(call: RestCall): Promise<WpError | true | null> {
    const fromCookie = deps.currentUserId() > 0 && (deps.isFromCookie?.() ?? true);
    const credentialError = fromCookie ? undefined : await authenticateBasic(call);
    const outcome = await resolveCredentials(call, fromCookie, credentialError);
    outcomes.set(call, outcome);
    return outcome.error ?? (outcome.headers ? true : null);
  }

  /**
   * Logs in a client that sent a username and password.
   * @returns the error, if they are wrong
   */
  async function authenticateBasic(call: RestCall): Promise<WpError | undefined> {
    if (deps.currentUserId() > 0 || call.headers.authorization === undefined) return undefined;
    const found = await basicAuthentication.authenticate(call.headers.authorization);
    if (isWpError(found)) return found;
    if (found) await deps.setCurrentUser(found.id, found.applicationPassword);
    return undefined;
  }

  async function resolveCredentials(
    call: RestCall,
    fromCookie: boolean,
    credentialError: WpError | undefined,
  ): Promise<RestCredentials> {
    if (credentialError?.getErrorCode() === TOO_MANY_ATTEMPTS) return { error: credentialError };
    if (credentialError && (await hooks.applyFilters('rest_report_bad_credentials', isPluginRoute(call.route), call))) {
      return { error: new WpError(credentialError.getErrorCode(), credentialError.getErrorMessage(), { status: 401 }) };
    }
    if (!fromCookie && deps.currentUserId() > 0) return {};
    const nonce = readNonce(call);
    if (nonce === undefined) {
      // A request with only a cookie may have been sent by another site's page.
      await deps.setCurrentUser(0);
      return {};
    }
    if (!nonces.wpVerifyNonce(nonce, 'wp_rest')) {
      return { error: new WpError('rest_cookie_invalid_nonce', 'Cookie check failed', { status: 403 }), noCache: true };
    }
    return { headers: { 'x-wp-nonce': nonces.wpCreateNonce('wp_rest') } };
  }
}

/**
 * Routes of plugins respond to wrong credentials with 401. Routes of WordPress continue as an anonymous visitor, as in
 * WordPress unless a plugin determines the user early.
 */
function isPluginRoute(route: string): boolean {
  return !/^\/(?:wp\/v2(?:\/|$)|batch\/v1$|$)/.test(route);
}

/** Returns the nonce from the form, the query string or the header, as in PHP's `$_REQUEST`. */
function readNonce(call: RestCall): unknown {
  return call.form._wpnonce ?? parsePhpQuery(call.queryString)._wpnonce ?? call.headers['x-wp-nonce'];
}
