import type {
  PersonalDataEraser,
  PersonalDataErasers,
  PersonalDataExporter,
  PersonalDataExporters,
  PluginScope,
} from 'plinth';
import { spellingsOf } from './spellings.js';

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
