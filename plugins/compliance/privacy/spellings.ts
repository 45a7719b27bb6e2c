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
  ['store_reviews', 'email'],
  ['store_back_in_stock', 'email'],
  ['compliance_consents', 'email'],
  ['compliance_declarations', 'email'],
  ['compliance_orders', 'email'],
  ['compliance_invoices', 'email'],
  ['compliance_report_cases', 'email'],
  ['compliance_safety_contacts', 'email'],
  ['mail_log', 'recipients'],
];

/** Maximum number of spellings; limits requests when tables are filled with made-up addresses. */
const MAX_SPELLINGS = 200;

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
export async function findSpellings(email: string, db: Database): Promise<readonly string[]> {
  const requested = email.trim();
  const at = requested.lastIndexOf('@');
  const escapeLike = (text: string): string => text.toLowerCase().replace(/[!%_]/g, '!$&');
  const found = new Set([requested]);
  for (const [table, column] of EMAIL_COLUMNS) {
    // A row of the email log may have several recipients.
    const wildcard = column === 'recipients' ? '%' : '';
    const rows = await db()(table)
      .whereRaw("lower(??) like ? escape '!'", [column, `${wildcard}${escapeLike(requested)}${wildcard}`])
      .orWhereRaw("lower(??) like ? escape '!'", [
        column,
        `${wildcard}${escapeLike(requested.slice(0, at))}+%${escapeLike(requested.slice(at))}${wildcard}`,
      ])
      .distinct<Readonly<Record<string, string>>[]>(column)
      .limit(MAX_SPELLINGS);
    for (const row of rows)
      for (const candidate of (row[column] ?? '').split(','))
        if (isSpelling(requested, candidate)) found.add(candidate.trim());
  }
  return [...found];
}

/** Priority after all plugins have added their sources. */
const LAST_PRIORITY = 10_000;

/** Calls every personal data exporter and eraser, from any plugin, for each stored spelling of the email address. */
export function registerSpellings(scope: Pick<PluginScope, 'addFilter' | 'db'>): void {
  function forEachSpelling<A extends { readonly done: boolean }>(
    fetchPage: (email: string, page: number) => A | PromiseLike<A>,
    join: (results: readonly A[]) => A,
  ) {
    // Spellings not yet completed, by person.
    const pendingSpellings = new Map<string, readonly string[]>();
    return async (email: string, page: number): Promise<A> => {
      if (page === 1) pendingSpellings.set(email, await findSpellings(email, scope.db));
      const [results, unfinished]: [A[], string[]] = [[], []];
      for (const spelling of pendingSpellings.get(email) ?? [email]) {
        const result = await fetchPage(spelling, page);
        results.push(result);
        if (!result.done) unfinished.push(spelling);
      }
      if (unfinished.length > 0) pendingSpellings.set(email, unfinished);
      else pendingSpellings.delete(email);
      return { ...join(results), done: unfinished.length === 0 };
    };
  }

  const exporter = (original: PersonalDataExporter): PersonalDataExporter => ({
    ...original,
    callback: forEachSpelling(
      async (email, page) => original.callback(email, page),
      (results) => ({ data: uniqueItems(results.flatMap(({ data }) => data)), done: true }),
    ),
  });
  // Counts are summed, booleans combined.
  const combineCounts = (counts: readonly (number | boolean)[]): number | boolean =>
    counts.every((count) => typeof count === 'boolean')
      ? counts.includes(true)
      : counts.reduce<number>((all, count) => all + Number(count), 0);
  const eraser = (original: PersonalDataEraser): PersonalDataEraser => ({
    ...original,
    callback: forEachSpelling(
      async (email, page) => original.callback(email, page),
      (results) => ({
        items_removed: combineCounts(results.map(({ items_removed }) => items_removed)),
        items_retained: combineCounts(results.map(({ items_retained }) => items_retained)),
        messages: [...new Set(results.flatMap(({ messages }) => messages))],
        done: true,
      }),
    ),
  });
  const mapValues = <T>(all: Readonly<Record<string, T>>, work: (value: T) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(all).map(([name, value]) => [name, work(value)]));
  scope.addFilter(
    'wp_privacy_personal_data_exporters',
    (all): PersonalDataExporters => mapValues(all, exporter),
    LAST_PRIORITY,
  );
  scope.addFilter(
    'wp_privacy_personal_data_erasers',
    (all): PersonalDataErasers => mapValues(all, eraser),
    LAST_PRIORITY,
  );
}

/** A case-insensitive source returns the same items for each spelling. */
function uniqueItems<T>(entities: readonly T[]): T[] {
  return [...new Map(entities.map((entity) => [JSON.stringify(entity), entity])).values()];
}
