// What the admin's pages do beyond plain forms: ask before deleting and leaving, and bring refusals to attention.
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-confirm]') : null;
  if (button && !window.confirm(button.dataset.confirm)) event.preventDefault();
});
document.querySelector<HTMLElement>('[data-focus]')?.focus();

// What was typed into such a form, or was refused, is not left behind without a question. A preview leaves nothing.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-typed]')) {
  let typed = form.dataset.typed !== '';
  form.addEventListener('input', () => {
    typed = true;
  });
  form.addEventListener('submit', (event) => {
    if (!event.defaultPrevented && !(event.submitter instanceof HTMLButtonElement && event.submitter.formTarget))
      typed = false;
  });
  window.addEventListener('beforeunload', (event) => {
    if (typed) event.preventDefault();
  });
}

// Ticks every box of a form's list at once.
for (const label of document.querySelectorAll<HTMLElement>('[data-tick-all]')) {
  const all = label.querySelector('input');
  // Boxes may stand outside of their form, in a table above it.
  const form = label.dataset.tickAll ? document.getElementById(label.dataset.tickAll) : label.closest('form');
  if (!all || !(form instanceof HTMLFormElement)) continue;
  const boxes = [...form.elements]
    .filter((field) => field instanceof HTMLInputElement)
    .filter(({ type, name }) => type === 'checkbox' && name.endsWith('[]'));
  label.hidden = false;
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
  });
}
