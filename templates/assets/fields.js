// Hides fields that are asked for only when another one holds a value; without this file they all stand there.
const fields = [...document.querySelectorAll('.form-field[data-show-if]')];

function valueOf(form, key) {
  const sent = new FormData(form).getAll(`fields[${key}]`);
  return sent.at(-1) ?? '';
}

function isShown(field) {
  const form = field.closest('form');
  const other = form.querySelector(`.form-field[data-key="${CSS.escape(field.dataset.showIf)}"]`);
  return !other?.hidden && JSON.parse(field.dataset.showIs).includes(valueOf(form, field.dataset.showIf));
}

function refresh() {
  // One after another: a field may depend on one that has just been hidden.
  for (const field of fields) {
    field.hidden = !isShown(field);
    for (const input of field.querySelectorAll('input, select, textarea')) input.disabled = field.hidden;
  }
}

if (fields.length > 0) {
  for (const form of new Set(fields.map((field) => field.closest('form')))) form.addEventListener('input', refresh);
  refresh();
}
