import type { UserWithRoles } from '../../api/index.js';
import { passwordPart } from '../../http/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import type { LoginRequest } from './complete-login.js';
import type { LoginDeps } from './login-deps.js';

const SESSION_KEY = 'second_step';
/** Milliseconds within which the second step must be completed. */
const TIMEOUT_MS = 600_000;

/** A login with a correct password that awaits the second step; stored in an anonymous session. */
export interface PendingLogin extends LoginRequest {
  readonly userId: number;
  /** Part of the password hash; the pending login becomes invalid when the password changes. */
  readonly passwordPart: string;
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
  /** The encrypted secret of an authenticator app that is being set up. */
  readonly secret?: string;
  /** The challenge a passkey has to sign. */
  readonly challenge?: string;
}

/** Starts a new session that records the correct password. */
export async function beginPending(
  deps: Pick<LoginDeps, 'now'>,
  request: SitePageRequest,
  user: UserWithRoles,
  loginRequest: LoginRequest,
): Promise<void> {
  await request.renewSession();
  savePending(request, {
    ...loginRequest,
    userId: user.id,
    passwordPart: passwordPart(user.user_pass),
    expiresAt: deps.now() + TIMEOUT_MS,
  });
}

export function savePending(request: SitePageRequest, pending: PendingLogin | undefined): void {
  request.session.set(SESSION_KEY, pending);
}

/** Returns the login awaiting the second step; undefined if there is none or it has expired. */
export async function readPending(
  deps: Pick<LoginDeps, 'now' | 'users'>,
  request: SitePageRequest,
): Promise<{ readonly pending: PendingLogin; readonly user: UserWithRoles } | undefined> {
  const pending = request.session.get<PendingLogin>(SESSION_KEY);
  if (!pending || pending.expiresAt < deps.now()) return undefined;
  const user = await deps.users.getUserdata(pending.userId);
  return user && passwordPart(user.user_pass) === pending.passwordPart ? { pending, user } : undefined;
}
