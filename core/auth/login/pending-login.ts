import type { UserWithRoles } from '../../api/index.js';
import { passwordPart } from '../../http/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import type { LoginRequest } from './complete-login.js';
import type { LoginDeps } from './login-deps.js';

const KEY = 'second_step';
/** Milliseconds somebody has for the second step. */
const PATIENCE = 600_000;

/** Who gave the right password and has not done the rest; kept in a session that is nobody's. */
export interface Pending extends LoginRequest {
  readonly userId: number;
  /** Ends with the password that was given. */
  readonly part: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** The secret of an app that is being set up, locked. */
  readonly secret?: string;
  /** What a passkey has to sign. */
  readonly challenge?: string;
}

/** Remembers in a new session that somebody gave the right password. */
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
    part: passwordPart(user.user_pass),
    until: deps.now() + PATIENCE,
  });
}

export function savePending(request: SitePageRequest, pending: Pending | undefined): void {
  request.session.set(KEY, pending);
}

/** Who is at the second step; undefined when nobody is, or not any more. */
export async function readPending(
  deps: Pick<LoginDeps, 'now' | 'users'>,
  request: SitePageRequest,
): Promise<{ readonly pending: Pending; readonly user: UserWithRoles } | undefined> {
  const pending = request.session.get<Pending>(KEY);
  if (!pending || pending.until < deps.now()) return undefined;
  const user = await deps.users.getUserdata(pending.userId);
  return user && passwordPart(user.user_pass) === pending.part ? { pending, user } : undefined;
}
