import { isWpError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { FormError } from '../contract/index.js';
import { ACCOUNT_NONCE, type AccountFrame } from './account-frame.js';
import { SIGN_IN_PATH } from './welcome.js';

interface AccountPasswordDeps {
  readonly scope: Pick<
    PluginScope,
    '__' | 'render' | 'homeUrl' | 'getUserdata' | 'passwordProblem' | 'wpCheckPassword' | 'wpUpdateUser'
  >;
  readonly frame: Pick<AccountFrame, 'page' | 'expiredNonceError'>;
}

/** The `/account/password/` page: changes the password of a customer who knows the current one. */
export function accountPassword({ scope, frame }: AccountPasswordDeps): (request: PageRequest) => Promise<Reply> {
  const { __ } = scope;

  async function showPassword(errors: readonly FormError[], status = 200): Promise<Reply> {
    const errorOf = (field: string): string => errors.find((error) => error.field === field)?.message ?? '';
    const data = {
      errorSummary: await scope.render('checkout/errors', { errors }),
      oldError: errorOf('old_password'),
      newError: errorOf('new_password'),
      profileUrl: scope.homeUrl('/wp-admin/profile.php'),
    };
    return frame.page({ current: '/account/password/', title: __('Password'), view: 'password', data, status });
  }

  return async function changePassword(request: PageRequest): Promise<Reply> {
    if (request.method !== 'POST') return showPassword([]);
    if (!request.verifyNonce(ACCOUNT_NONCE)) return showPassword([frame.expiredNonceError()], 403);
    const user = await scope.getUserdata(request.userId);
    const errors: FormError[] = [];
    if (!user || !(await scope.wpCheckPassword(request.field('old_password').slice(0, 200), user)))
      errors.push({ field: 'old_password', message: __('Incorrect password.') });
    const newPassword = request.field('new_password').slice(0, 200);
    const passwordError =
      user && errors.length === 0
        ? await scope.passwordProblem(newPassword, { login: user.user_login, email: user.user_email })
        : undefined;
    if (passwordError) errors.push({ field: 'new_password', message: passwordError.getErrorMessage() });
    if (errors.length > 0) return showPassword(errors, 422);
    const saved = await scope.wpUpdateUser({ id: request.userId, user_pass: newPassword });
    if (isWpError(saved)) return showPassword([{ field: 'new_password', message: saved.getErrorMessage() }], 422);
    // A password change ends every session of the account, including this one.
    return { kind: 'redirect', status: 303, location: `${SIGN_IN_PATH}?password=changed` };
  };
}
