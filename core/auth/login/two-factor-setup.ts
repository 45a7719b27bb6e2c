import type { Reply } from '../../api/index.js';
import { setupContext, groupSecret } from '../two-factor/totp.js';
import { renderQrCode } from '../two-factor/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import { completeLogin } from './complete-login.js';
import type { LoginDeps } from './login-deps.js';
import { savePending, readPending } from './pending-login.js';
import { createRedirect, showScreen } from './screen.js';
import { decodeSiteName } from '../../formatting/index.js';

/**
 * `action=two-factor-setup`: lets a user whose role requires two-factor authentication set it up before a session
 * exists.
 */
export async function twoFactorSetupScreen(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  const found = await readPending(deps, request);
  if (!found) return createRedirect(`${deps.loginUrl}?step=expired`);
  const { pending, user } = found;
  // Two-factor authentication was set up elsewhere in the meantime; the second factor is required.
  if (await deps.twoFactor.isOn(user.id)) return createRedirect(`${deps.loginUrl}?action=two-factor`);
  const pendingSecret =
    pending.secret === undefined ? undefined : deps.box.decrypt(pending.secret, setupContext(user.id));
  const secret = pendingSecret ?? deps.twoFactor.totp.newSecret();
  if (pendingSecret === undefined)
    savePending(request, { ...pending, secret: deps.box.encrypt(secret, setupContext(user.id)) });
  const errors: string[] = [];
  if (request.method === 'POST' && pendingSecret !== undefined) {
    if (!request.verifyNonce('two-factor-setup')) errors.push('This form has expired. Submit it again.');
    else if ((await deps.factorLimiter.attempt(user.user_login, request.ip)) > 0) {
      savePending(request, undefined);
      return createRedirect(`${deps.loginUrl}?step=toomany`);
    } else {
      const added = await deps.twoFactor.addTotp(user.id, secret, request.field('code'));
      if (added) {
        await deps.factorLimiter.recordSuccess(user.user_login, request.ip);
        savePending(request, undefined);
        const location = await completeLogin(deps, request, user, pending);
        return showScreen(deps, 'recovery-codes', {
          action: 'two-factor-setup',
          title: 'Your recovery codes',
          data: { codes: added.codes, location },
        });
      }
      errors.push('Incorrect code. Check the clock on your device and enter the current code.');
    }
  }
  const siteName = decodeSiteName(await deps.options.getOption('blogname'));
  return showScreen(deps, 'two-factor-setup', {
    action: 'two-factor-setup',
    title: 'Set up two-factor authentication',
    errors,
    field: 'code',
    data: {
      nonceField: deps.nonces.wpNonceField('two-factor-setup'),
      qr: renderQrCode(
        deps.twoFactor.totp.uri(secret, user.user_login, siteName),
        deps.translate('QR code for your app'),
      ),
      secret: groupSecret(secret),
    },
  });
}
