import type {
  Database,
  PersonalDataEraser,
  PersonalDataErasers,
  PersonalDataExporter,
  PersonalDataExporters,
  PluginScope,
} from 'plinth';

/** Where addresses stand, of the host, the store and this plugin: what is asked by exact address is asked for each of them. */
const PLACES: readonly (readonly [table: string, column: string])[] = [
  ['users', 'user_email'],
  ['comments', 'comment_author_email'],
  ['store_orders', 'email'],
  ['store_emails', 'recipient'],
  ['compliance_consents', 'email'],
  ['compliance_declarations', 'email'],
  ['compliance_orders', 'email'],
  ['mail_log', 'recipients'],
];

/** More than one person ever has; whoever fills tables with made-up ones must not hold up a request. */
const MAX = 200;

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
      .limit(MAX);
    for (const row of rows)
      for (const one of (row[column] ?? '').split(',')) if (isSpelling(asked, one)) found.add(one.trim());
  }
  return [...found];
}

/** After every plugin has named its sources. */
const LAST = 10_000;

/** Has each source of a person's data, whoever brought it, asked for every spelling of the address that the site has stored. */
export function registerEverySpelling(scope: Pick<PluginScope, 'addFilter' | 'db'>): void {
  function allOf<A extends { readonly done: boolean }>(
    ask: (email: string, page: number) => A | PromiseLike<A>,
    join: (answers: readonly A[]) => A,
  ) {
    // By person: which spellings are still to be asked.
    const open = new Map<string, readonly string[]>();
    return async (email: string, page: number): Promise<A> => {
      if (page === 1) open.set(email, await spellingsOf(email, scope.db));
      const [answers, left]: [A[], string[]] = [[], []];
      for (const spelling of open.get(email) ?? [email]) {
        const answer = await ask(spelling, page);
        answers.push(answer);
        if (!answer.done) left.push(spelling);
      }
      if (left.length > 0) open.set(email, left);
      else open.delete(email);
      return { ...join(answers), done: left.length === 0 };
    };
  }

  const exporter = (one: PersonalDataExporter): PersonalDataExporter => ({
    ...one,
    callback: allOf(
      async (email, page) => one.callback(email, page),
      (answers) => ({ data: onceEach(answers.flatMap(({ data }) => data)), done: true }),
    ),
  });
  // Who counts is answered with a count, who says yes or no with that.
  const sum = (counts: readonly (number | boolean)[]): number | boolean =>
    counts.every((count) => typeof count === 'boolean')
      ? counts.includes(true)
      : counts.reduce<number>((all, count) => all + Number(count), 0);
  const eraser = (one: PersonalDataEraser): PersonalDataEraser => ({
    ...one,
    callback: allOf(
      async (email, page) => one.callback(email, page),
      (answers) => ({
        items_removed: sum(answers.map(({ items_removed }) => items_removed)),
        items_retained: sum(answers.map(({ items_retained }) => items_retained)),
        messages: [...new Set(answers.flatMap(({ messages }) => messages))],
        done: true,
      }),
    ),
  });
  const each = <T>(all: Readonly<Record<string, T>>, work: (one: T) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(all).map(([name, one]) => [name, work(one)]));
  scope.addFilter('wp_privacy_personal_data_exporters', (all): PersonalDataExporters => each(all, exporter), LAST);
  scope.addFilter('wp_privacy_personal_data_erasers', (all): PersonalDataErasers => each(all, eraser), LAST);
}

/** A source that looks past case itself answers each spelling with the same things. */
function onceEach<T>(things: readonly T[]): T[] {
  return [...new Map(things.map((thing) => [JSON.stringify(thing), thing])).values()];
}
