import type {
  Database,
  PersonalDataEraser,
  PersonalDataErasers,
  PersonalDataExporter,
  PersonalDataExporters,
  PluginScope,
} from 'plinth';

/**
 * Columns with email addresses in the core, the store and this plugin: exact lookups are repeated for each spelling
 * found.
 */
const EMAIL_COLUMNS: readonly (readonly [table: string, column: string])[] = [
  ['users', 'user_email'],
  ['comments', 'comment_author_email'],
  ['store_orders', 'email'],
  ['store_emails', 'recipient'],
  ['compliance_consents', 'email'],
  ['compliance_declarations', 'email'],
  ['compliance_orders', 'email'],
  ['mail_log', 'recipients'],
];

/** More than a person ever has; limits requests against tables filled with made-up addresses. */
const MAX = 200;

/**
 * Whether a stored address equals the requested one, ignoring case, or is a subaddress of it: `jan@` includes
 * `Jan+shop@`. Not the reverse: proof of owning a subaddress is no proof of owning the mailbox.
 */
export function isSpelling(requested: string, stored: string): boolean {
  const [requestedAddress, storedAddress] = [requested.trim().toLowerCase(), stored.trim().toLowerCase()];
  const at = requestedAddress.lastIndexOf('@');
  return (
    storedAddress === requestedAddress ||
    (at > 0 &&
      storedAddress.startsWith(`${requestedAddress.slice(0, at)}+`) &&
      storedAddress.endsWith(requestedAddress.slice(at)) &&
      storedAddress.indexOf('@') === storedAddress.length - (requestedAddress.length - at))
  );
}

/** Returns every stored spelling of a person's email address, the requested one first. */
export async function spellingsOf(email: string, db: Database): Promise<readonly string[]> {
  const requested = email.trim();
  const at = requested.lastIndexOf('@');
  const escaped = (text: string): string => text.toLowerCase().replace(/[!%_]/g, '!$&');
  const found = new Set([requested]);
  for (const [table, column] of EMAIL_COLUMNS) {
    // A row of the email log may have several recipients.
    const around = column === 'recipients' ? '%' : '';
    const rows = await db()(table)
      .whereRaw("lower(??) like ? escape '!'", [column, `${around}${escaped(requested)}${around}`])
      .orWhereRaw("lower(??) like ? escape '!'", [
        column,
        `${around}${escaped(requested.slice(0, at))}+%${escaped(requested.slice(at))}${around}`,
      ])
      .distinct<Readonly<Record<string, string>>[]>(column)
      .limit(MAX);
    for (const row of rows)
      for (const one of (row[column] ?? '').split(',')) if (isSpelling(requested, one)) found.add(one.trim());
  }
  return [...found];
}

/** Priority after all plugins have added their sources. */
const LAST = 10_000;

/** Calls every personal data exporter and eraser, from any plugin, for each stored spelling of the email address. */
export function registerEverySpelling(scope: Pick<PluginScope, 'addFilter' | 'db'>): void {
  function allOf<A extends { readonly done: boolean }>(
    fetchPage: (email: string, page: number) => A | PromiseLike<A>,
    join: (results: readonly A[]) => A,
  ) {
    // Spellings not yet completed, by person.
    const open = new Map<string, readonly string[]>();
    return async (email: string, page: number): Promise<A> => {
      if (page === 1) open.set(email, await spellingsOf(email, scope.db));
      const [results, left]: [A[], string[]] = [[], []];
      for (const spelling of open.get(email) ?? [email]) {
        const result = await fetchPage(spelling, page);
        results.push(result);
        if (!result.done) left.push(spelling);
      }
      if (left.length > 0) open.set(email, left);
      else open.delete(email);
      return { ...join(results), done: left.length === 0 };
    };
  }

  const exporter = (one: PersonalDataExporter): PersonalDataExporter => ({
    ...one,
    callback: allOf(
      async (email, page) => one.callback(email, page),
      (results) => ({ data: onceEach(results.flatMap(({ data }) => data)), done: true }),
    ),
  });
  // Counts are summed, booleans combined.
  const sum = (counts: readonly (number | boolean)[]): number | boolean =>
    counts.every((count) => typeof count === 'boolean')
      ? counts.includes(true)
      : counts.reduce<number>((all, count) => all + Number(count), 0);
  const eraser = (one: PersonalDataEraser): PersonalDataEraser => ({
    ...one,
    callback: allOf(
      async (email, page) => one.callback(email, page),
      (results) => ({
        items_removed: sum(results.map(({ items_removed }) => items_removed)),
        items_retained: sum(results.map(({ items_retained }) => items_retained)),
        messages: [...new Set(results.flatMap(({ messages }) => messages))],
        done: true,
      }),
    ),
  });
  const each = <T>(all: Readonly<Record<string, T>>, work: (one: T) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(all).map(([name, one]) => [name, work(one)]));
  scope.addFilter('wp_privacy_personal_data_exporters', (all): PersonalDataExporters => each(all, exporter), LAST);
  scope.addFilter('wp_privacy_personal_data_erasers', (all): PersonalDataErasers => each(all, eraser), LAST);
}

/** A case-insensitive source returns the same items for each spelling. */
function onceEach<T>(entities: readonly T[]): T[] {
  return [...new Map(entities.map((entity) => [JSON.stringify(entity), entity])).values()];
}
