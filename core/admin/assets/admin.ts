// Enhances the admin's pages: asks for confirmation before deleting or leaving a changed form, and focuses rejected input.
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-confirm]') : null;
  if (button && !window.confirm(button.dataset.confirm)) event.preventDefault();
});
document.querySelector<HTMLElement>('[data-focus]')?.focus();

// Leaving a form with unsaved or rejected input requires confirmation. A preview does not leave the page.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-unsaved]')) {
  let isDirty = form.dataset.unsaved !== '';
  form.addEventListener('input', () => {
    isDirty = true;
  });
  form.addEventListener('submit', (event) => {
    if (!event.defaultPrevented && !(event.submitter instanceof HTMLButtonElement && event.submitter.formTarget))
      isDirty = false;
  });
  window.addEventListener('beforeunload', (event) => {
    if (isDirty) event.preventDefault();
  });
}

// Selects every checkbox of a form's list at once.
for (const label of document.querySelectorAll<HTMLElement>('[data-select-all]')) {
  const all = label.querySelector('input');
  // The checkboxes may be outside the form, in a table above it.
  const form = label.dataset.selectAll ? document.getElementById(label.dataset.selectAll) : label.closest('form');
  if (!all || !(form instanceof HTMLFormElement)) continue;
  const boxes = [...form.elements]
    .filter((field) => field instanceof HTMLInputElement)
    .filter(({ type, name }) => type === 'checkbox' && name.endsWith('[]'));
  label.hidden = false;
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
  });
}
