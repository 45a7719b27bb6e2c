import type { FieldValue } from 'plinth';

/** The product's field for the working days that preparing it takes. */
export const HANDLING_FIELD = 'handling_days';
const MOST = 90;

/** Working days that preparing a product takes: whole ones, up to ninety; 0 where nobody said. */
export function handlingDays(fields: Readonly<Record<string, FieldValue>>): number {
  const days = Number(fields[HANDLING_FIELD] ?? 0);
  return Number.isFinite(days) ? Math.min(MOST, Math.max(0, Math.ceil(days))) : 0;
}
