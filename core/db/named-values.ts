import type { Database, MaybePromise } from '../api/index.js';

/** Puts names in the places of values, for statements that plugins may change: what the host binds never stands in their text. */
export function nameValues(): {
  texts(sql: string, values: readonly unknown[]): string;
  bindings: Record<string, unknown>;
} {
  const bindings: Record<string, unknown> = {};
  let last = 0;
  return {
    bindings,
    texts: (sql, values) => {
      let next = 0;
      return sql.replace(/\?/g, () => {
        const name = `plinth_${(last += 1)}`;
        bindings[name] = values[next++];
        return `:${name}`;
      });
    },
  };
}

/** Asks what a plugin may have changed, with the host's values in their places. */
export async function askNamed(
  db: Database,
  text: string,
  bindings: Record<string, unknown>,
): Promise<Record<string, unknown>[]> {
  // A question mark of a plugin's own would be taken for the place of a value.
  const answer: unknown = await db().raw(text.replaceAll('?', '\\?'), bindings as Record<string, never>);
  return (db.engine === 'mysql' ? (answer as unknown[])[0] : answer) as Record<string, unknown>[];
}

/** What plugins made of a statement; where the database takes that for none, the host's own, and whoever is to know is told. An outage befalls both. */
export async function unlessRefused<T>(
  changed: () => Promise<T>,
  own: () => MaybePromise<T>,
  onRefused: (error: unknown) => void,
): Promise<T> {
  try {
    return await changed();
  } catch (error) {
    const found = await own();
    onRefused(error);
    return found;
  }
}
