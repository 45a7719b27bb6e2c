import type { HookApi, OptionsApi, UsersApi, UserWithRoles } from '../../api/index.js';
import type { RecoveryCodes } from './recovery-codes.js';
import type { SecurityEmails } from './security-emails.js';
import type { Totp } from './totp.js';
import type { Passkeys } from './passkeys.js';

/** The second factors available to an account. */
interface AvailableFactors {
  readonly totp: boolean;
  /** Number of passkeys. */
  readonly passkeys: number;
  /** Number of recovery codes left. */
  readonly recovery: number;
}

/** Returns the name of the option that makes two-factor authentication mandatory for a role. */
export const requiredOptionName = (role: string): string => `require_second_factor_${role}`;

interface SecondFactorsDeps {
  hooks: HookApi;
  options: Pick<OptionsApi, 'getOption'>;
  users: Pick<UsersApi, 'getUserdata'>;
  totp: Totp;
  passkeys: Passkeys;
  recovery: RecoveryCodes;
  emails: SecurityEmails;
}

/**
 * Two-factor authentication of accounts: what is set up, what is required, and the emails about it.
 * @since 0.1.0
 */
export interface SecondFactors extends Pick<SecondFactorsDeps, 'totp' | 'passkeys' | 'recovery'> {
  listMethods(userId: number): Promise<AvailableFactors>;
  /** Whether two-factor authentication is enabled for an account. */
  isOn(userId: number): Promise<boolean>;
  /** Whether an account must have two-factor authentication, by its roles and the filters of plugins. */
  isRequired(user: UserWithRoles): Promise<boolean>;
  /** Enables the authenticator app if its code is valid; also returns recovery codes if the account had none. */
  addTotp(userId: number, secret: string, code: string): Promise<{ readonly codes: readonly string[] } | undefined>;
  removeTotp(userId: number): Promise<boolean>;
  /** Called after a passkey was stored: notifies its owner and creates recovery codes if the account had none. */
  passkeyAdded(userId: number, name: string): Promise<{ readonly codes: readonly string[] }>;
  removePasskeys(userId: number, ids: readonly number[]): Promise<number>;
  renewCodes(userId: number): Promise<readonly string[]>;
  useRecoveryCode(userId: number, code: string): Promise<boolean>;
  /** Removes all factors of a user who lost them; false if there were none. */
  reset(userId: number): Promise<boolean>;
}

export function createTwoFactor({
  hooks,
  options,
  users,
  totp,
  passkeys,
  recovery,
  emails,
}: SecondFactorsDeps): SecondFactors {
  const listMethods = async (userId: number): Promise<AvailableFactors> => ({
    totp: await totp.has(userId),
    passkeys: await passkeys.count(userId),
    recovery: await recovery.count(userId),
  });
  const isOn = async (userId: number): Promise<boolean> =>
    (await totp.has(userId)) || (await passkeys.count(userId)) > 0;

  const createFirstCodes = async (userId: number): Promise<readonly string[]> =>
    (await recovery.count(userId)) > 0 ? [] : recovery.renew(userId);

  /** Recovery codes only supplement another factor; without one they are deleted. */
  async function deleteUnusableCodes(userId: number): Promise<void> {
    if (!(await isOn(userId))) await recovery.clear(userId);
  }

  return {
    totp,
    passkeys,
    recovery,
    listMethods,
    isOn,

    async isRequired(user) {
      const roles = await Promise.all(
        user.roles.map(async (role) =>
          ['1', 'true'].includes(String(await options.getOption(requiredOptionName(role), '0'))),
        ),
      );
      return hooks.applyFilters('plinth/two_factor_required', roles.includes(true), user);
    },

    async addTotp(userId, secret, code) {
      if (!(await totp.enroll(userId, secret, code))) return undefined;
      const codes = await createFirstCodes(userId);
      await emails.send(userId, 'app-added');
      await hooks.doAction('plinth/two_factor_changed', userId, 'app-added');
      return { codes };
    },

    async removeTotp(userId) {
      if (!(await totp.remove(userId))) return false;
      await deleteUnusableCodes(userId);
      await emails.send(userId, 'app-removed');
      await hooks.doAction('plinth/two_factor_changed', userId, 'app-removed');
      return true;
    },

    async passkeyAdded(userId, name) {
      const codes = await createFirstCodes(userId);
      await emails.send(userId, 'passkey-added', name);
      await hooks.doAction('plinth/two_factor_changed', userId, 'passkey-added');
      return { codes };
    },

    async removePasskeys(userId, ids) {
      const names = await passkeys.remove(userId, ids);
      await deleteUnusableCodes(userId);
      for (const name of names) await emails.send(userId, 'passkey-removed', name);
      if (names.length > 0) await hooks.doAction('plinth/two_factor_changed', userId, 'passkey-removed');
      return names.length;
    },

    async renewCodes(userId) {
      const codes = await recovery.renew(userId);
      await emails.send(userId, 'codes-renewed');
      return codes;
    },

    async useRecoveryCode(userId, code) {
      if (!(await recovery.use(userId, code))) return false;
      await emails.send(userId, 'code-used', String(await recovery.count(userId)));
      return true;
    },

    async reset(userId) {
      const user = await users.getUserdata(userId);
      if (!user || !(await isOn(userId))) return false;
      await totp.remove(userId);
      await passkeys.remove(userId);
      await recovery.clear(userId);
      await emails.send(userId, 'reset');
      await hooks.doAction('plinth/two_factor_changed', userId, 'reset');
      return true;
    },
  };
}
