import type { HookApi, MetadataApi, OptionsApi, User, UserInput } from '../api/index.js';

/** Marks an account whose password the first start made up. */
const KEY = 'one_time_password';
/** The addresses that the first start makes up when nobody gave one. */
export const NOWHERE = /@localhost\.localdomain$/;

/** The password that a new site makes up: good for signing in, until its owner has chosen one. */
export interface FirstPassword {
  mark(userId: number): Promise<void>;
  /** Whether an account still has to choose its own. */
  mustChoose(userId: number): Promise<boolean>;
}

interface FirstPasswordDeps {
  readonly hooks: HookApi;
  readonly meta: Pick<MetadataApi, 'getUserMeta' | 'updateUserMeta' | 'deleteUserMeta'>;
  readonly options: Pick<OptionsApi, 'getOption' | 'updateOption'>;
}

export function createFirstPassword({ hooks, meta, options }: FirstPasswordDeps): FirstPassword {
  const chosen = async (userId: number): Promise<void> => void (await meta.deleteUserMeta(userId, KEY));
  hooks.addAction('wp_set_password', (_password: string, userId: number) => chosen(userId), 10, 2);
  hooks.addAction(
    'profile_update',
    async (userId: number, before: User, input: UserInput) => {
      if (input.user_pass !== undefined && input.user_pass !== '') await chosen(userId);
      // Letters to the owner go where the owner now reads them.
      const site = await options.getOption<string>('admin_email', '');
      if (NOWHERE.test(site) && site === before.user_email && input.user_email && !NOWHERE.test(input.user_email))
        await options.updateOption('admin_email', input.user_email);
    },
    10,
    3,
  );
  return {
    mark: async (userId) => void (await meta.updateUserMeta(userId, KEY, '1')),
    mustChoose: async (userId) => (await meta.getUserMeta(userId, KEY, true)) === '1',
  };
}
