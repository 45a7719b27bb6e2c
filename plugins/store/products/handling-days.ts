import type { FieldValue } from 'plinth';

/** The product's field for the working days that preparing it takes. */
export const HANDLING_FIELD = 'handling_days';
const MOST = 90;

/** Working days that preparing a product takes: whole ones, up to ninety; null where the owner did not say. */
export function handlingDays(fields: Readonly<Record<string, FieldValue>>): number | null {
  const said = fields[HANDLING_FIELD];
  if (said === undefined) return null;
  const days = Number(said);
  return Number.isFinite(days) ? Math.min(MOST, Math.max(0, Math.ceil(days))) : 0;
}
