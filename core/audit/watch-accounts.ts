import {
  type ApplicationPassword,
  subnetOf,
  type RateLimitsApi,
  type User,
  type UserInput,
  type UsersApi,
  type UserWithRoles,
  type WpError,
} from '../api/index.js';
import { clientIp, currentContext } from '../context/index.js';
import type { Hooks } from '../hooks/index.js';
import type { Audit } from './audit.js';

interface WatchAccountsDeps {
  readonly hooks: Pick<Hooks, 'addAction'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly users: Pick<UsersApi, 'getUserBy' | 'getUserdata'>;
  readonly limits: Pick<RateLimitsApi, 'consumeRateLimit'>;
}

/** Memo key set while a password is being reset with an emailed key. */
const RESETTING = 'audit_password_reset';
const WINDOW_SECONDS = 900;
/** Maximum number of rejected attempts recorded per network in 15 minutes; the login limits stop the others. */
const MAX_REJECTED = 60;

type Account = Pick<User, 'id' | 'user_login'>;

const subjectOf = ({ id, user_login: title }: Account): { kind: string; id: number; title: string } => ({
  kind: 'user',
  id,
  title,
});
/** Shortens an email address but keeps it recognizable. */
const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1…');

/** Records logins, logouts and changes to accounts. */
export function watchAccounts(deps: WatchAccountsDeps): void {
  const { users } = deps;
  const getSubject = async (id: number): Promise<ReturnType<typeof subjectOf>> => {
    const user = await users.getUserdata(id);
    return user ? subjectOf(user) : { kind: 'user', id, title: '' };
  };
  watchLogins(deps, getSubject);
  watchPasswords(deps, getSubject);
  watchUsers(deps, getSubject);
}

/** Returns the entry subject for an account. */
type GetSubject = (id: number) => Promise<ReturnType<typeof subjectOf>>;

function watchLogins({ hooks, audit, users, limits }: WatchAccountsDeps, about: GetSubject): void {
  const isWithinLimit = async (limitName: string, max: number): Promise<boolean> =>
    (await limits.consumeRateLimit(`audit:${limitName}:${subnetOf(clientIp())}`, max, WINDOW_SECONDS)).allowed;
  /**
   * Returns the account for the submitted username. An unknown name is not recorded, because it may be a password typed
   * in the wrong field.
   */
  const findSubmittedAccount = async (name: string): Promise<Account | undefined> =>
    (await users.getUserBy('login', name)) ||
    (name.includes('@') && (await users.getUserBy('email', name))) ||
    undefined;
  hooks.addAction(
    'wp_login',
    (_name: string, user: UserWithRoles) =>
      audit.record({ action: 'access.signed_in', subject: subjectOf(user), actor: user.id }),
    10,
    2,
  );
  hooks.addAction('wp_logout', async (id: number) => {
    if (id > 0) await audit.record({ action: 'access.signed_out', subject: await about(id), actor: id });
  });
  hooks.addAction(
    'wp_login_failed',
    async (name: string, error: WpError) => {
      if (name === '' || !(await isWithinLimit('refused', MAX_REJECTED))) return;
      const user = await findSubmittedAccount(name);
      await audit.record({
        action: 'access.refused',
        subject: user ? subjectOf(user) : { kind: 'user' },
        outcome: 'refused',
        details: { reason: String(error.getErrorCode()) },
      });
    },
    10,
    2,
  );
  hooks.addAction(
    'plinth/login_locked_out',
    async (name: string, seconds: number) => {
      const user = await findSubmittedAccount(name);
      if (!(await isWithinLimit(`locked:${user?.id ?? 0}`, 1))) return;
      await audit.record({
        action: 'access.locked_out',
        subject: user ? subjectOf(user) : { kind: 'user' },
        outcome: 'refused',
        details: { seconds },
      });
    },
    10,
    2,
  );
  hooks.addAction(
    'plinth/two_factor_changed',
    async (id: number, event: string) =>
      audit.record({ action: 'access.second_factor_changed', subject: await about(id), details: { event } }),
    10,
    2,
  );
  hooks.addAction(
    'plinth/two_factor_failed',
    async (user: UserWithRoles, method: string) => {
      if (await isWithinLimit('factor', MAX_REJECTED))
        await audit.record({
          action: 'access.refused',
          subject: subjectOf(user),
          outcome: 'refused',
          details: { reason: `second factor: ${method}` },
        });
    },
    10,
    2,
  );
  hooks.addAction('application_password_failed_authentication', async (error: WpError) => {
    if (await isWithinLimit('program', 5))
      await audit.record({
        action: 'access.program_refused',
        outcome: 'refused',
        details: { reason: String(error.getErrorCode()) },
      });
  });
}

function watchPasswords({ hooks, audit }: WatchAccountsDeps, about: GetSubject): void {
  hooks.addAction('password_reset', () => void currentContext()?.memo.set(RESETTING, true));
  hooks.addAction(
    'wp_set_password',
    async (_password: string, id: number) => {
      const isKeyReset = currentContext()?.memo.get(RESETTING) === true;
      currentContext()?.memo.delete(RESETTING);
      await audit.record({
        action: isKeyReset ? 'access.password_reset' : 'access.password_changed',
        subject: await about(id),
      });
    },
    10,
    2,
  );
  hooks.addAction(
    'wp_create_application_password',
    async (id: number, item: ApplicationPassword) =>
      audit.record({ action: 'access.program_added', subject: await about(id), details: { program: item.name } }),
    10,
    2,
  );
  hooks.addAction(
    'wp_delete_application_password',
    async (id: number, item: ApplicationPassword) =>
      audit.record({ action: 'access.program_removed', subject: await about(id), details: { program: item.name } }),
    10,
    2,
  );
}

function watchUsers({ hooks, audit, users }: WatchAccountsDeps, about: GetSubject): void {
  hooks.addAction('user_register', async (id: number) =>
    audit.record({ action: 'users.created', subject: await about(id) }),
  );
  hooks.addAction(
    'deleted_user',
    (_id: number, reassign: number | null, user: UserWithRoles) =>
      audit.record({
        action: 'users.deleted',
        subject: subjectOf(user),
        details: { roles: user.roles, texts_go_to: reassign ?? 0 },
      }),
    10,
    3,
  );
  hooks.addAction(
    'profile_update',
    async (id: number, old: User, input: UserInput) => {
      const user = await users.getUserdata(id);
      if (!user) return;
      if (user.user_pass !== old.user_pass)
        await audit.record({ action: 'access.password_changed', subject: subjectOf(user) });
      if (user.user_email !== old.user_email)
        await audit.record({
          action: 'users.address_changed',
          subject: subjectOf(user),
          details: { from: maskEmail(old.user_email), to: maskEmail(user.user_email) },
        });
      if (input.display_name !== undefined && user.display_name !== old.display_name)
        await audit.record({
          action: 'users.name_changed',
          subject: subjectOf(user),
          details: { from: old.display_name, to: user.display_name },
        });
    },
    10,
    3,
  );
  hooks.addAction(
    'plinth/user_capabilities_changed',
    async (id: number, before: Readonly<Record<string, boolean>>, after: Readonly<Record<string, boolean>>) => {
      await audit.record({
        action: 'users.rights_changed',
        subject: await about(id),
        details: { from: listCapabilities(before), to: listCapabilities(after) },
      });
    },
    10,
    3,
  );
}

/** Lists capabilities; a denied one has a minus sign. */
function listCapabilities(capabilities: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(capabilities).map(([name, granted]) => (granted ? name : `-${name}`));
}
