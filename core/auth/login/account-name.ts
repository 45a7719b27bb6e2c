import type { UsersApi } from '../../api/index.js';

/**
 * Makes one name of all spellings under which a database finds an account, its e-mail address among them: tries are counted by it.
 * Databases pass over case, accents, widths, trailing spaces and signs that nobody sees, each in its own way, so they are asked.
 */
export function createAccountNames(users: Pick<UsersApi, 'getUserBy'>): (typed: string) => Promise<string> {
  return async (typed) => {
    const name = typed.trim();
    if (name === '') return '';
    const user = (await users.getUserBy('login', name)) || (name.includes('@') ? await users.getUserBy('email', name) : false);
    return user ? `#${user.id}` : foldName(name);
  };
}

/** A name that nobody has, without what tells spellings apart. */
export function foldName(name: string): string {
  return name.normalize('NFKD').replace(/[\p{M}\p{C}\s]+/gu, '').toLowerCase().slice(0, 100);
}
