import type { HookApi, MetadataApi, OptionsApi, User, UserInput } from '../api/index.js';

/** Meta key of an account whose password was generated at first start. */
const META_KEY = 'one_time_password';
/** Placeholder email addresses generated at first start. */
export const PLACEHOLDER_EMAIL = /@localhost\.localdomain$/;

/** The password generated for a new site, valid until its owner sets another one. */
export interface FirstPassword {
  mark(userId: number): Promise<void>;
  /** Whether an account must still set its own password. */
  mustChangePassword(userId: number): Promise<boolean>;
}

interface FirstPasswordDeps {
  readonly hooks: HookApi;
  readonly meta: Pick<MetadataApi, 'getUserMeta' | 'updateUserMeta' | 'deleteUserMeta'>;
  readonly options: Pick<OptionsApi, 'getOption' | 'updateOption'>;
}

export function createInitialPassword({ hooks, meta, options }: FirstPasswordDeps): FirstPassword {
  const clearMark = async (userId: number): Promise<void> => void (await meta.deleteUserMeta(userId, META_KEY));
  hooks.addAction('wp_set_password', (_password: string, userId: number) => clearMark(userId), 10, 2);
  hooks.addAction(
    'profile_update',
    async (userId: number, before: User, input: UserInput) => {
      if (input.user_pass !== undefined && input.user_pass !== '') await clearMark(userId);
      // The site's email address follows that of its owner.
      const site = await options.getOption<string>('admin_email', '');
      if (
        PLACEHOLDER_EMAIL.test(site) &&
        site === before.user_email &&
        input.user_email &&
        !PLACEHOLDER_EMAIL.test(input.user_email)
      )
        await options.updateOption('admin_email', input.user_email);
    },
    10,
    3,
  );
  return {
    mark: async (userId) => void (await meta.updateUserMeta(userId, META_KEY, '1')),
    mustChangePassword: async (userId) => (await meta.getUserMeta(userId, META_KEY, true)) === '1',
  };
}
