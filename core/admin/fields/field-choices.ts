import type { Field } from '../../api/index.js';
import { wordsOf } from '../../fields/index.js';
import type { AdminDeps } from '../deps.js';

/** One answer as the form offers it. */
export interface OfferedChoice {
  readonly value: string;
  readonly label: string;
}

/** What a field with answers offers. */
export async function offeredChoices(
  { text: { __ } }: Pick<AdminDeps, 'text'>,
  field: Field,
  current: string,
): Promise<readonly OfferedChoice[]> {
  const choices = typeof field.choices === 'function' ? await field.choices() : (field.choices ?? []);
  const listed = choices.map(({ value, label }) => ({ value, label: wordsOf(label) }));
  // Nobody's answer is chosen for them.
  const isOpen =
    field.type === 'select' && !listed.some(({ value }) => value === '') && (!field.required || current === '');
  return isOpen ? [{ value: '', label: __('— Choose —') }, ...listed] : listed;
}
