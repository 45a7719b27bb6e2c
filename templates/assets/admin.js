// What the admin's pages do beyond plain forms: ask before deleting, and bring refusals to attention.
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-confirm]') : null;
  if (button && !window.confirm(button.dataset.confirm)) event.preventDefault();
});
document.querySelector('[data-focus]')?.focus();
