import type { PersonalDataErasers, PluginScope } from 'plinth';
import type { PersonalData } from './personal-data.js';

/** The core's eraser of accounts, which only says that they stay. */
const ACCOUNT_ERASER = 'wordpress-user';
/** Roles without access to the admin; the shop's customers have one of them. */
const CUSTOMER_ROLES: readonly string[] = ['customer', 'subscriber'];
/** After all other erasers, which find a person's data by the account; before each is called for every spelling. */
const ACCOUNT_PRIORITY = 9000;

interface AccountErasureDeps {
  readonly personalData: Pick<PersonalData, 'eraseAccount'>;
}

/**
 * Deletes the accounts of customers when their personal data is erased (GDPR, art. 17): no law requires an account.
 * Accounts of people who work on the site stay, with the core's reason.
 */
export function registerAccountErasure(
  scope: Pick<PluginScope, 'addFilter' | 'db' | 'getUserBy' | 'getUserdata' | 'wpDeleteUser'>,
  { personalData }: AccountErasureDeps,
): void {
  const { db } = scope;

  /** Returns the account if nobody works with it; 0 otherwise. */
  async function findCustomer(email: string): Promise<number> {
    const account = email.trim() === '' ? false : await scope.getUserBy('email', email);
    const user = account && (await scope.getUserdata(account.id));
    if (!user || user.roles.some((role) => !CUSTOMER_ROLES.includes(role))) return 0;
    const hasContent =
      (await db()('posts').where({ post_author: user.id }).whereNot({ post_type: 'user_request' }).first('id')) !==
      undefined;
    return hasContent ? 0 : user.id;
  }

  scope.addFilter(
    'wp_privacy_personal_data_erasers',
    ({ [ACCOUNT_ERASER]: accountEraser, ...others }): PersonalDataErasers =>
      accountEraser
        ? {
            ...others,
            [ACCOUNT_ERASER]: {
              ...accountEraser,
              tables: [...(accountEraser.tables ?? []), 'compliance_confirmations'],
              async callback(email, page) {
                const userId = await findCustomer(email);
                if (userId === 0) return accountEraser.callback(email, page);
                await db.transaction(async () => {
                  await personalData.eraseAccount(userId);
                  // Content of other kinds was looked for above; requests keep their email address and lose the account.
                  await db()('posts').where({ post_author: userId }).update({ post_author: 0 });
                  await scope.wpDeleteUser(userId);
                });
                return { items_removed: 1, items_retained: 0, messages: [], done: true };
              },
            },
          }
        : others,
    ACCOUNT_PRIORITY,
  );
}
