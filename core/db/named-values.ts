import type { Database, MaybePromise } from '../api/index.js';

/**
 * Replaces values with named bindings in statements that plugins may change, so that the host's values are never part
 * of the text.
 */
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

/** Runs a statement that a plugin may have changed, with the host's values bound. */
export async function askNamed(
  db: Database,
  text: string,
  bindings: Record<string, unknown>,
): Promise<Record<string, unknown>[]> {
  // A question mark from a plugin would be interpreted as a placeholder.
  const result: unknown = await db().raw(text.replaceAll('?', '\\?'), bindings as Record<string, never>);
  return (db.engine === 'mysql' ? (result as unknown[])[0] : result) as Record<string, unknown>[];
}

/**
 * Runs the statement changed by plugins. If the database rejects it, runs the host's own and reports the error. An
 * outage affects both.
 */
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
