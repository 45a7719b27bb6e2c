// Hides fields whose condition is not met; without this script all fields are shown. Turns entity lists into searches.
import { searchInstead } from './pick.js';

/** A field's condition: the value of another field, or a combination of conditions. */
interface Condition {
  readonly all?: readonly Condition[];
  readonly any?: readonly Condition[];
  readonly field: string;
  /** Absent if any value matches. */
  readonly values?: readonly string[];
  readonly number?: boolean;
  readonly not: boolean;
}

const fields = [...document.querySelectorAll<HTMLElement>('.form-field[data-show-if]')];
const formOf = (field: Element): HTMLFormElement | null => field.closest('form');

function valueOf(form: HTMLFormElement, key: string): string {
  const sent = new FormData(form).getAll(`fields[${key}]`);
  const last = sent.at(-1);
  return typeof last === 'string' ? last : '';
}

/** Evaluates the condition against the form's current values, as the server does. */
function isMet(form: HTMLFormElement, condition: Condition): boolean {
  if (condition.all) return condition.all.every((part) => isMet(form, part));
  if (condition.any) return condition.any.some((part) => isMet(form, part));
  const otherField = form.querySelector<HTMLElement>(`.form-field[data-key="${CSS.escape(condition.field)}"]`);
  if (otherField?.hidden) return false;
  const fieldValue = valueOf(form, condition.field);
  const isMatch = (value: string): boolean =>
    fieldValue === value ||
    (condition.number === true &&
      fieldValue !== '' &&
      value !== '' &&
      Number(fieldValue.replace(',', '.')) === Number(value)) ||
    fieldValue.split(/[\s,]+/).includes(value);
  return (
    (condition.values
      ? condition.values.some(isMatch)
      : fieldValue !== '' && (fieldValue !== '0' || condition.number === true)) !== condition.not
  );
}

function refresh(): void {
  // In order, because a field may depend on one that has just been hidden.
  for (const field of fields) {
    const form = formOf(field);
    if (!form) continue;
    field.hidden = !isMet(form, JSON.parse(field.dataset.showIf ?? '') as Condition);
    for (const input of field.querySelectorAll<HTMLInputElement>('input, select, textarea'))
      input.disabled = field.hidden;
  }
}

for (const pick of document.querySelectorAll<HTMLElement>('[data-pick]')) searchInstead(pick);
if (fields.length > 0) {
  for (const form of new Set(fields.map(formOf))) form?.addEventListener('input', refresh);
  refresh();
}
