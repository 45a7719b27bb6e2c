// Hides fields that are asked for only when others hold something; without this file they all stand there. Makes searches of lists of things.
import { searchInstead } from './pick.js';

const fields = [...document.querySelectorAll('.form-field[data-show-if]')];

function valueOf(form, key) {
  const sent = new FormData(form).getAll(`fields[${key}]`);
  return String(sent.at(-1) ?? '');
}

/** The same condition as the server's, asked of what stands in the form. */
function holds(form, condition) {
  if (condition.all) return condition.all.every((part) => holds(form, part));
  if (condition.any) return condition.any.some((part) => holds(form, part));
  const other = form.querySelector(`.form-field[data-key="${CSS.escape(condition.field)}"]`);
  if (other?.hidden) return false;
  const typed = valueOf(form, condition.field);
  const isOne = (value) =>
    typed === value ||
    (condition.number && typed !== '' && value !== '' && Number(typed.replace(',', '.')) === Number(value)) ||
    typed.split(/[\s,]+/).includes(value);
  return (
    (condition.values ? condition.values.some(isOne) : typed !== '' && (typed !== '0' || condition.number === true)) !==
    condition.not
  );
}

function refresh() {
  // One after another: a field may depend on one that has just been hidden.
  for (const field of fields) {
    field.hidden = !holds(field.closest('form'), JSON.parse(field.dataset.showIf));
    for (const input of field.querySelectorAll('input, select, textarea')) input.disabled = field.hidden;
  }
}

for (const pick of document.querySelectorAll('[data-pick]')) searchInstead(pick);
if (fields.length > 0) {
  for (const form of new Set(fields.map((field) => field.closest('form')))) form.addEventListener('input', refresh);
  refresh();
}
