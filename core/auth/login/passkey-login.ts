import { isWpError, type Reply, type UserWithRoles, type WpError } from '../../api/index.js';
import { localTarget } from '../../network/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import { completeLogin } from './complete-login.js';
import type { LoginDeps } from './login-deps.js';
import { createRedirect, showScreen } from './screen.js';
import { parseJson, PASSKEY_SCRIPT } from './two-factor-step.js';

const SESSION_KEY = 'passkey_login';
/** Milliseconds within which the passkey must be used. */
const TIMEOUT_MS = 600_000;

/** `action=passkey`: logs in with only a passkey if the device verified its user, which counts as two factors. */
export async function passkeyLoginScreen(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  const target = localTarget(request.field('redirect_to'), deps.siteUrl) ?? '';
  if (request.method !== 'POST') return show(deps, request, target);
  if (!request.verifyNonce('passkey')) return show(deps, request, target, 'This form has expired. Submit it again.');
  if ((await deps.factorLimiter.attempt('', request.ip)) > 0) return createRedirect(`${deps.loginUrl}?step=toomany`);
  const user = await findPasskeyOwner(deps, request);
  if (!user || isWpError(user)) {
    await deps.factorLimiter.recordFailure(request.ip);
    return show(deps, request, target, 'The passkey was not accepted. Try again, or log in with your password.');
  }
  await deps.factorLimiter.recordSuccess('', request.ip);
  return createRedirect(
    await completeLogin(deps, request, user, {
      remember: request.field('rememberme') !== '',
      target,
      submittedTarget: request.field('redirect_to'),
    }),
  );
}

/** Returns the owner of the passkey after the filters of plugins. */
async function findPasskeyOwner(
  { twoFactor, users, hooks, now }: LoginDeps,
  request: SitePageRequest,
): Promise<UserWithRoles | WpError | false> {
  const storedChallenge = request.session.get<{ challenge: string; expiresAt: number }>(SESSION_KEY);
  request.session.set(SESSION_KEY, undefined);
  if (!storedChallenge || storedChallenge.expiresAt < now()) return false;
  const proof = await twoFactor.passkeys.verify(parseJson(request.field('passkey')), storedChallenge.challenge);
  const user = proof?.userVerified ? await users.getUserdata(proof.userId) : false;
  return user && hooks.applyFilters<UserWithRoles | WpError>('wp_authenticate_user', user, '');
}

async function show(deps: LoginDeps, request: SitePageRequest, target: string, error = ''): Promise<Reply> {
  const options = await deps.twoFactor.passkeys.requestOptions();
  request.session.set(SESSION_KEY, { challenge: options.challenge, expiresAt: deps.now() + TIMEOUT_MS });
  return showScreen(deps, 'passkey', {
    action: 'passkey',
    title: 'Log in with passkey',
    ...(error === '' ? {} : { errors: [error] }),
    scripts: [PASSKEY_SCRIPT],
    data: { nonceField: deps.nonces.wpNonceField('passkey'), options: JSON.stringify(options), redirectTo: target },
  });
}
