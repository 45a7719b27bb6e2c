import type { AdminPage, PageRequest, Reply, UserWithRoles } from '../../api/index.js';
import { setupContext, groupSecret } from '../../auth/two-factor/totp.js';
import { renderQrCode } from '../../auth/two-factor/index.js';
import { createRedirect, messageScreen } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';

const SLUG = 'two-factor.php';
const APP_KEY = 'second_factor_app';
const PASSKEY_KEY = 'second_factor_passkey';
/** Milliseconds before an unfinished setup expires. */
const TIMEOUT_MS = 600_000;

interface PendingSetup {
  /** The encrypted secret of an authenticator app, or the challenge of a passkey. */
  readonly value: string;
  readonly expiresAt: number;
}

/** The result of a form: recovery codes to show once, an error, or a message followed by the screen. */
interface FormOutcome {
  readonly successMessage?: string;
  readonly problem?: string;
  readonly codes?: readonly string[];
}

/**
 * The screen for the user's own two-factor authentication: authenticator app, passkeys and recovery codes. Every change
 * requires the password.
 */
export function secondFactorScreen(deps: AdminDeps): AdminPage {
  const { users } = deps;
  const { __ } = deps.text;

  return {
    slug: SLUG,
    title: () => __('Two-factor authentication'),
    capability: 'read',
    hidden: true,
    parent: 'users.php',
    async handler(request) {
      const user = await users.getUserdata(request.userId);
      if (!user) return messageScreen(404, __('This account doesn’t exist.'));
      if (request.method !== 'POST') return show(deps, request, user, {});
      const outcome = await handlePost(deps, request, user);
      if (outcome.successMessage === undefined) return show(deps, request, user, outcome);
      return createRedirect(
        request,
        SLUG,
        outcome.successMessage === '' ? undefined : { kind: 'success', text: outcome.successMessage },
      );
    },
  };
}

async function show(
  deps: AdminDeps,
  request: PageRequest,
  user: UserWithRoles,
  { problem = '', codes = [] }: FormOutcome,
): Promise<Reply> {
  const { twoFactor, views, nonces, box } = deps;
  const { __ } = deps.text;
  const encrypted = readPending(deps, request, APP_KEY);
  const secret = encrypted === undefined ? undefined : box.decrypt(encrypted, setupContext(user.id));
  const options =
    !twoFactor.passkeys.available || readPending(deps, request, PASSKEY_KEY) === undefined
      ? undefined
      : await twoFactor.passkeys.creationOptions(user);
  if (options) storePending(deps, request, PASSKEY_KEY, options.challenge);
  const methods = await twoFactor.listMethods(user.id);
  const data = {
    problem,
    codes,
    methods: methods,
    on: methods.totp || methods.passkeys > 0,
    passkeysAvailable: twoFactor.passkeys.available,
    canChangePasskeys: twoFactor.passkeys.available || methods.passkeys > 0,
    required: await twoFactor.isRequired(user),
    app: secret && {
      secret: groupSecret(secret),
      qr: renderQrCode(twoFactor.totp.uri(secret, user.user_login, await deps.siteName()), __('QR code for your app')),
    },
    options: options && JSON.stringify(options),
    passkeys: (await twoFactor.passkeys.list(user.id)).map((passkey) => ({
      ...passkey,
      createdAt: toViewTime(passkey.createdAt),
      lastUsedAt: passkey.lastUsedAt && toViewTime(passkey.lastUsedAt),
    })),
    nonceField: nonces.wpNonceField(nonceAction(SLUG)),
  };
  return {
    kind: 'page',
    title: __('Two-factor authentication'),
    html: views.renderCore('admin/two-factor', data),
    ...(problem === '' ? {} : { status: 400 }),
  };
}

async function handlePost(deps: AdminDeps, request: PageRequest, user: UserWithRoles): Promise<FormOutcome> {
  if (request.field('action') === 'confirm-app') return confirmApp(deps, request, user);
  if (request.field('action') === 'confirm-passkey') return confirmPasskey(deps, request, user);
  const problem = await confirmPassword(deps, request, user);
  return problem === '' ? applyChange(deps, request, user) : { problem };
}

async function confirmApp(deps: AdminDeps, request: PageRequest, user: UserWithRoles): Promise<FormOutcome> {
  const { twoFactor, box } = deps;
  const { __ } = deps.text;
  const encrypted = readPending(deps, request, APP_KEY);
  const secret = encrypted === undefined ? undefined : box.decrypt(encrypted, setupContext(user.id));
  if (secret === undefined) return { problem: __('Setting up the app took too long. Start again.') };
  const added = await twoFactor.addTotp(user.id, secret, request.field('code'));
  if (!added)
    return {
      problem: __('Incorrect code. Check the clock on your device and enter the current code.'),
    };
  request.session.set(APP_KEY, undefined);
  return added.codes.length > 0 ? added : { successMessage: __('App set up.') };
}

async function confirmPasskey(deps: AdminDeps, request: PageRequest, user: UserWithRoles): Promise<FormOutcome> {
  const { twoFactor } = deps;
  const { __ } = deps.text;
  const challenge = readPending(deps, request, PASSKEY_KEY);
  request.session.set(PASSKEY_KEY, undefined);
  const name = request.field('passkey_name').trim().slice(0, 100) || __('Passkey');
  if (
    challenge === undefined ||
    !(await twoFactor.passkeys.add(user.id, parseJson(request.field('passkey')), challenge, name))
  )
    return { problem: __('Could not add the passkey. Try again.') };
  const { codes } = await twoFactor.passkeyAdded(user.id, name);
  return codes.length > 0 ? { codes } : { successMessage: __('Passkey added.') };
}

async function confirmPassword(deps: AdminDeps, request: PageRequest, user: UserWithRoles): Promise<string> {
  const { users } = deps;
  const { __ } = deps.text;
  if ((await deps.limiter.attempt(user.user_login, request.ip)) > 0)
    return __('Too many failed attempts. Try again in 15 minutes.');
  if (!(await users.wpCheckPassword(request.field('current_pass'), user)))
    return __('Your current password is incorrect. Nothing was changed.');
  await deps.limiter.recordSuccess(user.user_login, request.ip);
  return '';
}

/** Applies the change after the password was verified. */
async function applyChange(deps: AdminDeps, request: PageRequest, user: UserWithRoles): Promise<FormOutcome> {
  const { twoFactor, box } = deps;
  const { __ } = deps.text;
  switch (request.field('action')) {
    case 'begin-app':
      storePending(deps, request, APP_KEY, box.encrypt(twoFactor.totp.newSecret(), setupContext(user.id)));
      return { successMessage: '' };
    case 'remove-app':
      return (await twoFactor.removeTotp(user.id))
        ? { successMessage: __('App removed.') }
        : { problem: __('No app was set up.') };
    case 'remove-passkeys': {
      const listed = request.form.passkeys;
      const ids = [listed ?? []].flat().map(Number).filter(Number.isInteger);
      return (await twoFactor.removePasskeys(user.id, ids)) > 0
        ? { successMessage: __('Selected passkeys removed.') }
        : { problem: __('Select the passkeys to remove.') };
    }
    case 'renew-codes':
      return (await twoFactor.isOn(user.id))
        ? { codes: await twoFactor.renewCodes(user.id) }
        : { problem: __('Set up an app or passkey first.') };
    case 'begin-passkey':
      storePending(deps, request, PASSKEY_KEY, '');
      return { successMessage: '' };
    default:
      return { problem: __('Unknown action.') };
  }
}

function readPending(deps: AdminDeps, request: PageRequest, key: string): string | undefined {
  const pendingSetup = request.session.get<PendingSetup>(key);
  return pendingSetup && pendingSetup.expiresAt > deps.now() ? pendingSetup.value : undefined;
}

function storePending({ now }: AdminDeps, request: PageRequest, key: string, value: string): void {
  request.session.set(key, { value, expiresAt: now() + TIMEOUT_MS } satisfies PendingSetup);
}

/**
 * Renders the two-factor status of an account as a section of its screen; users who may edit others can turn it off
 * there.
 */
export async function secondFactorSection(
  deps: AdminDeps,
  userId: number,
  own: boolean,
  nonceField: string,
): Promise<string> {
  const methods = await deps.twoFactor.listMethods(userId);
  return deps.views.renderCore('admin/two-factor-section', {
    ...methods,
    on: methods.totp || methods.passkeys > 0,
    own,
    nonceField,
  });
}

/** Converts UTC `YYYY-MM-DD HH:MM:SS` to the time format of views. */
function toViewTime(time: string): string {
  return `${time.replace(' ', 'T')}Z`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
