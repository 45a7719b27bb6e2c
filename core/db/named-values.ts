import type { Database } from '../api/index.js';

/**
 * Replaces values with named bindings in statements that plugins may change, so that values from core are never part of
 * the SQL text.
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

/** Runs a statement that a plugin may have changed, with the values from core bound to it. */
export async function runNamed(
  db: Database,
  text: string,
  bindings: Record<string, unknown>,
): Promise<Record<string, unknown>[]> {
  // A question mark from a plugin would be interpreted as a placeholder.
  const result: unknown = await db().raw(text.replaceAll('?', '\\?'), bindings as Record<string, never>);
  return (db.engine === 'mysql' ? (result as unknown[])[0] : result) as Record<string, unknown>[];
}

/**
 * Runs a statement that plugins have changed. If the database rejects it, runs core's own statement and reports the
 * error. If the database is unavailable, both fail.
 */
export async function runChangedOrOwn<T>(
  runChanged: () => Promise<T>,
  runOwn: () => Promise<T>,
  onRefused: (error: unknown) => void,
): Promise<T> {
  try {
    return await runChanged();
  } catch (error) {
    const found = await runOwn();
    onRefused(error);
    return found;
  }
}
