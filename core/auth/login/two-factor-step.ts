import type { Notice, Reply, UserWithRoles } from '../../api/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import { completeLogin } from './complete-login.js';
import type { LoginDeps } from './login-deps.js';
import { savePending, type PendingLogin, readPending } from './pending-login.js';
import { createRedirect, showScreen } from './screen.js';

/** The second factors, in the order in which they are offered. */
const METHODS = ['totp', 'passkey', 'recovery'] as const;
type TwoFactorMethod = (typeof METHODS)[number];

const TITLES: Readonly<Record<TwoFactorMethod, string>> = {
  passkey: 'Use your passkey',
  totp: 'Code from your app',
  recovery: 'Recovery code',
};
const ERRORS: Readonly<Record<TwoFactorMethod, string>> = {
  passkey: 'The passkey was not accepted. Try again, or choose another method.',
  totp: 'The code is incorrect or was already used. Wait for the next code and enter it.',
  recovery: 'The recovery code is incorrect or was already used.',
};
/** Number of remaining recovery codes at which the user is told to create new ones. */
const FEW_CODES = 3;

/** `action=two-factor`: asks for the second factor of an account. No session exists before it is verified. */
export async function secondStepScreen(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  const found = await readPending(deps, request);
  if (!found) return createRedirect(`${deps.loginUrl}?step=expired`);
  const { pending, user } = found;
  const methods = await availableMethods(deps, user.id);
  const method = methods.find((candidate) => candidate === request.field('way')) ?? methods.at(0);
  if (method === undefined) return createRedirect(`${deps.loginUrl}`);
  if (request.method !== 'POST') return showStep(deps, request, found, { method, methods });
  if (!request.verifyNonce('two-factor'))
    return showStep(deps, request, found, {
      method,
      methods,
      error: 'This form has expired. Submit it again.',
    });
  const wait = await deps.factorLimiter.attempt(user.user_login, request.ip);
  if (wait > 0) {
    savePending(request, undefined);
    return createRedirect(`${deps.loginUrl}?step=toomany`);
  }
  if (!(await verifyFactor(deps, request, pending, method))) {
    await deps.factorLimiter.recordFailure(request.ip);
    await deps.hooks.doAction('plinth/two_factor_failed', user, method);
    return showStep(deps, request, found, { method, methods, error: ERRORS[method] });
  }
  await deps.factorLimiter.recordSuccess(user.user_login, request.ip);
  savePending(request, undefined);
  if (method === 'recovery') await notifyOfRemainingCodes(deps, request, user);
  return createRedirect(await completeLogin(deps, request, user, pending));
}

/** Returns the second factors available to an account. */
async function availableMethods(deps: LoginDeps, userId: number): Promise<readonly TwoFactorMethod[]> {
  const { passkeys, totp, recovery } = await deps.twoFactor.listMethods(userId);
  const has: Readonly<Record<TwoFactorMethod, boolean>> = { passkey: passkeys > 0, totp, recovery: recovery > 0 };
  return METHODS.filter((method) => has[method]);
}

async function verifyFactor(
  { twoFactor }: LoginDeps,
  request: SitePageRequest,
  { userId, challenge = '' }: PendingLogin,
  method: TwoFactorMethod,
): Promise<boolean> {
  switch (method) {
    case 'totp':
      return twoFactor.totp.verify(userId, request.field('code'));
    case 'recovery':
      return twoFactor.useRecoveryCode(userId, request.field('code'));
    case 'passkey':
      return (await twoFactor.passkeys.verify(parseJson(request.field('passkey')), challenge))?.userId === userId;
  }
}

async function showStep(
  deps: LoginDeps,
  request: SitePageRequest,
  { pending, user }: { pending: PendingLogin; user: UserWithRoles },
  { method, methods, error = '' }: { method: TwoFactorMethod; methods: readonly TwoFactorMethod[]; error?: string },
): Promise<Reply> {
  const options = method === 'passkey' ? await deps.twoFactor.passkeys.requestOptions(user.id) : undefined;
  if (options) savePending(request, { ...pending, challenge: options.challenge });
  return showScreen(deps, 'two-factor-step', {
    action: 'two-factor',
    title: TITLES[method],
    ...(error === '' ? {} : { errors: [error], ...(method === 'passkey' ? {} : { field: 'code' }) }),
    scripts: options ? [PASSKEY_SCRIPT] : [],
    data: {
      method,
      [method]: true,
      nonceField: deps.nonces.wpNonceField('two-factor'),
      options: options && JSON.stringify(options),
      others: methods
        .filter((otherMethod) => otherMethod !== method)
        .map((alternative) => ({ method: alternative, text: deps.translate(TITLES[alternative]) })),
    },
  });
}

/** The script that requests passkeys from the browser. */
export const PASSKEY_SCRIPT = 'passkeys.js';

async function notifyOfRemainingCodes(deps: LoginDeps, request: SitePageRequest, user: UserWithRoles): Promise<void> {
  const remainingCount = await deps.twoFactor.recovery.count(user.id);
  const text =
    remainingCount > FEW_CODES
      ? deps.translate('You used a recovery code. Codes left: %d.', remainingCount)
      : deps.translate(
          'You used a recovery code. Codes left: %d. Generate new ones under Profile → Two-factor authentication.',
          remainingCount,
        );
  request.session.set('notices', [...(request.session.get<Notice[]>('notices') ?? []), { kind: 'warning', text }]);
}

/** Parses JSON sent by a script; null if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
