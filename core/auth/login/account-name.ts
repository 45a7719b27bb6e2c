import type { Database } from '../../api/index.js';

/**
 * Makes one name of all spellings under which a database finds an account, its e-mail address among them: tries are counted by it.
 * Databases pass over case, accents, widths, trailing spaces and signs that nobody sees, each in its own way, so they are asked;
 * with the same questions for every name, since the time they take tells something as well.
 */
export function createAccountNames(db: Database): (typed: string) => Promise<string> {
  return async (typed) => {
    const name = typed.trim();
    if (name === '') return '';
    const byLogin = await db()('users').where({ user_login: name }).first('id');
    const byEmail = await db()('users').where({ user_email: name }).first('id');
    const id = byLogin?.id ?? (name.includes('@') ? byEmail?.id : undefined);
    return id === undefined ? foldName(name) : `#${id}`;
  };
}

/** A name that nobody has, without what tells spellings apart. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}\s]+/gu, '')
    .toLowerCase()
    .slice(0, 100);
}
