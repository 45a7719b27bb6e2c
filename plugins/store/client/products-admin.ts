import { find, targetOf } from './shared/dom.js';

/** Shows an error for an invalid GTIN after it was entered; the server validates again. */
(() => {
  const form = document.querySelector<HTMLFormElement>('[data-product-form]');
  if (!form) return;

  function isGtin(text: string): boolean {
    if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
    const digits = [...text].map(Number).reverse();
    const sum = digits.slice(1).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
    return (10 - (sum % 10)) % 10 === digits[0];
  }

  form.addEventListener('change', (event) => {
    const field = targetOf(event);
    if (!(field instanceof HTMLInputElement) || field.dataset.gtin === undefined) return;
    const text = field.value.replace(/[\s-]/g, '');
    field.setCustomValidity(text === '' || isGtin(text) ? '' : field.dataset.gtin);
    field.reportValidity();
  });

  // Enter in the product search starts the search instead of saving the form.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || targetOf(event)?.id !== 'linkedSearch') return;
    event.preventDefault();
    find(form, '[data-linked-find]').click();
  });

  document.getElementById('form-errors')?.focus();
})();
