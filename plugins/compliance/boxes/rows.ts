import { type Box, type BoxChanges, type BoxConditions, NO_CONDITIONS } from './box.js';
import type { BoxRow } from './tables.js';

export function boxOf(row: BoxRow): Box {
  return {
    id: row.id,
    slug: row.slug,
    own: row.seed_key.startsWith('own:'),
    label: row.label,
    required: row.required === 1,
    location: row.location,
    enabled: row.enabled === 1,
    position: row.position,
    legalPageId: row.legal_page_id,
    errorMessage: row.error_message,
    description: row.description,
    conditions: { ...NO_CONDITIONS, ...(JSON.parse(row.conditions) as Partial<BoxConditions>) },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The columns that changes write; what is not named stays. */
export function columnsOf(changes: BoxChanges): Partial<BoxRow> {
  const columns: { [K in keyof BoxRow]?: BoxRow[K] | undefined } = {
    label: changes.label,
    required: changes.required === undefined ? undefined : Number(changes.required),
    location: changes.location,
    enabled: changes.enabled === undefined ? undefined : Number(changes.enabled),
    position: changes.position,
    legal_page_id: changes.legalPageId,
    error_message: changes.errorMessage,
    description: changes.description,
    conditions: changes.conditions === undefined ? undefined : JSON.stringify(changes.conditions),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
