import { createHmac, timingSafeEqual, randomBytes } from 'node:crypto';
import { type HookApi, type NonceApi, type NonceHolder, memoize, type OptionsApi } from '../api/index.js';
import { expireAt } from '../cache/index.js';

/** Lifetime of a nonce, in seconds; a nonce is valid for between half of it and all of it. */
const LIFETIME_SECONDS = 86_400;
/** Maximum number of cached nonces. */
const MAX_CACHED = 500;

interface NonceDeps {
  hooks: Pick<HookApi, 'applyFiltersSync'>;
  /** Stored by the site, so that nonces survive a restart and are valid on every node. */
  secret: string;
  /** Returns the user and session of the current request. */
  holder: () => NonceHolder;
  escAttr(text: string): string;
  /** Unix time in milliseconds. */
  now?: () => number;
}

/** Creates the nonces of a site (`wp_create_nonce`, `wp_verify_nonce`). @since 0.1.0 */
export function createNonces(deps: NonceDeps): NonceApi {
  const { hooks, secret, holder, now = Date.now } = deps;

  function tick(action: string): number {
    const half = hooks.applyFiltersSync('nonce_life', LIFETIME_SECONDS, action) / 2;
    const currentTick = Math.ceil(now() / 1000 / half);
    // A cached page may contain it until the end of its first half at most.
    expireAt(currentTick * half * 1000);
    return currentTick;
  }

  const nonceCache = new Map<string, string>();
  /** Visitors without a session share their nonces, so most pages reuse cached ones. */
  function sign(tickNumber: number, action: string, { userId, token }: NonceHolder): string {
    const text = `${tickNumber}|${action}|${userId}|${token}`;
    return memoize(nonceCache, MAX_CACHED, text, () =>
      createHmac('sha256', secret).update(text).digest('hex').slice(-12, -2),
    );
  }

  function wpCreateNonce(action = '-1', nonceHolder = holder()): string {
    return sign(tick(action), action, nonceHolder);
  }

  return {
    wpCreateNonce,

    wpVerifyNonce(nonce, action = '-1', session = holder()) {
      if (typeof nonce !== 'string' || nonce === '') return false;
      const currentTick = tick(action);
      if (isEqual(nonce, sign(currentTick, action, session))) return 1;
      return isEqual(nonce, sign(currentTick - 1, action, session)) ? 2 : false;
    },

    wpNonceField: (action = '-1', name = '_wpnonce') =>
      `<input type="hidden" name="${deps.escAttr(name)}" value="${wpCreateNonce(action)}">`,

    wpNonceUrl(url, action = '-1', name = '_wpnonce') {
      const [base = '', fragment] = url.split('#', 2);
      const urlWithNonce = `${base}${base.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${wpCreateNonce(action)}`;
      return fragment === undefined ? urlWithNonce : `${urlWithNonce}#${fragment}`;
    },
  };
}

/** Compares in constant time. */
function isEqual(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns the site's secret for nonces and sessions, created at the first start and shared by all nodes. */
export async function authSecret(options: Pick<OptionsApi, 'addOption' | 'getOption'>): Promise<string> {
  const stored = await options.getOption<string | false>('auth_secret');
  if (typeof stored === 'string' && stored.length >= 64) return stored;
  await options.addOption('auth_secret', randomBytes(48).toString('hex'));
  // Another node may have created it first.
  return options.getOption<string>('auth_secret');
}
