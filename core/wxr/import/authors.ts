import { randomBytes } from 'node:crypto';
import { isWpError } from '../../api/index.js';
import type { WxrAuthor } from '../read/entries.js';
import type { Choices, ImportDeps } from './deps.js';
import { boundedSource, type ImportJournal } from './import-outcomes.js';

/** Maps authors of the old site to accounts of this one. */
export interface Authors {
  /** Creates an account, or finds the selected one. */
  resolve(author: WxrAuthor): Promise<void>;
  /** Returns the account for a login of the old site. */
  findByLogin(login: string): number;
  /** Returns the account for an id of the old site; 0 for none. */
  findById(id: number): number;
}

export function createAuthors(
  { db, users, roles, text: { __ } }: ImportDeps,
  choices: Choices,
  journal: ImportJournal,
  importer: number,
): Authors {
  const byId = new Map<number, number>();
  const sourceOf = (login: string): string => boundedSource(`author:${login}`);
  const getChoice = (login: string): 'create' | number =>
    (Object.hasOwn(choices.authors, login) ? choices.authors[login] : undefined) ?? choices.otherAuthor;

  async function resolveAccount(author: WxrAuthor): Promise<void> {
    const entry = { source: sourceOf(author.login), kind: 'author', title: author.displayName || author.login };
    const choice = getChoice(author.login);
    if (choice !== 'create') return journal.note({ ...entry, target_id: choice, outcome: 'existing', note: '' });
    const known =
      (await users.getUserBy('login', author.login)) ||
      (author.email === '' ? false : await users.getUserBy('email', author.email));
    if (known) return journal.note({ ...entry, target_id: known.id, outcome: 'existing', note: '' });
    if (!(await roles.userCan(importer, 'create_users')))
      return journal.note({
        ...entry,
        target_id: importer,
        outcome: 'skipped',
        note: __('You are not allowed to create accounts, so their content is assigned to you.'),
      });
    await db.transaction(async () => {
      // Nobody knows the password: the owner of the account requests a new one.
      const userId = await users.wpInsertUser({
        user_login: author.login,
        user_email: author.email,
        display_name: author.displayName || author.login,
        first_name: author.firstName,
        last_name: author.lastName,
        user_pass: randomBytes(32).toString('base64url'),
      });
      if (isWpError(userId))
        await journal.note({
          ...entry,
          target_id: importer,
          outcome: 'failed',
          note: `${userId.getErrorMessage().replace(/<[^>]*>/g, '')} ${__('Their content is assigned to you.')}`,
        });
      else await journal.note({ ...entry, target_id: userId, outcome: 'created', note: '' });
    });
  }

  return {
    async resolve(author) {
      if (!journal.get(sourceOf(author.login))) await resolveAccount(author);
      if (author.id > 0) byId.set(author.id, journal.get(sourceOf(author.login))?.target_id ?? importer);
    },
    findByLogin: (login) => journal.get(sourceOf(login))?.target_id || importer,
    findById: (id) => byId.get(id) ?? 0,
  };
}
