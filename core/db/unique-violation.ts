const SQLITE_CONSTRAINT_UNIQUE = 2067;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;

/** Whether a query failed because a unique key holds the value already; the same answer on both engines. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode, message } = (error ?? {}) as { code?: string; errcode?: number; message?: string };
  return (
    code === 'ER_DUP_ENTRY' ||
    errcode === SQLITE_CONSTRAINT_UNIQUE ||
    errcode === SQLITE_CONSTRAINT_PRIMARYKEY ||
    (message ?? '').includes('UNIQUE constraint failed')
  );
}
