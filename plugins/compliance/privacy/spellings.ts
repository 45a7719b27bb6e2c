import type { Database } from 'plinth';

/** Where addresses stand, of the host, the store and this plugin: what is asked by exact address is asked for each of them. */
const PLACES: readonly (readonly [table: string, column: string])[] = [
  ['users', 'user_email'],
  ['comments', 'comment_author_email'],
  ['store_orders', 'email'],
  ['store_letters', 'recipient'],
  ['compliance_consents', 'email'],
  ['compliance_declarations', 'email'],
  ['compliance_orders', 'email'],
  ['mail_log', 'recipients'],
];

/** More than one person ever has; whoever fills tables with made-up ones must not hold up a request. */
const MOST = 200;

/**
 * Whether a stored address is the asked one, in whatever case, or a branch of its mailbox: `jan@` has `Jan+shop@`. Not the other
 * way round: who proves to have a branch has not proved to have the mailbox.
 */
export function isSpelling(asked: string, stored: string): boolean {
  const [wanted, given] = [asked.trim().toLowerCase(), stored.trim().toLowerCase()];
  const at = wanted.lastIndexOf('@');
  return (
    given === wanted ||
    (at > 0 &&
      given.startsWith(`${wanted.slice(0, at)}+`) &&
      given.endsWith(wanted.slice(at)) &&
      given.indexOf('@') === given.length - (wanted.length - at))
  );
}

/** Every spelling of a person's address that the site has stored, the asked one first. */
export async function spellingsOf(email: string, db: Database): Promise<readonly string[]> {
  const asked = email.trim();
  const at = asked.lastIndexOf('@');
  const escaped = (text: string): string => text.toLowerCase().replace(/[!%_]/g, '!$&');
  const found = new Set([asked]);
  for (const [table, column] of PLACES) {
    // The log of letters has several in a row.
    const around = column === 'recipients' ? '%' : '';
    const rows = await db()(table)
      .whereRaw("lower(??) like ? escape '!'", [column, `${around}${escaped(asked)}${around}`])
      .orWhereRaw("lower(??) like ? escape '!'", [
        column,
        `${around}${escaped(asked.slice(0, at))}+%${escaped(asked.slice(at))}${around}`,
      ])
      .distinct<Readonly<Record<string, string>>[]>(column)
      .limit(MOST);
    for (const row of rows)
      for (const one of (row[column] ?? '').split(',')) if (isSpelling(asked, one)) found.add(one.trim());
  }
  return [...found];
}
