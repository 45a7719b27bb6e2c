import { findAll, textFields } from './shared/dom.js';

/**
 * Updates the total and conditional fields when shipping method, payment method or country change; without this script,
 * a button does so.
 */
(() => {
  const checkoutForm = document.getElementById('checkout');
  if (!(checkoutForm instanceof HTMLFormElement)) return;
  const form = checkoutForm;
  const PART_IDS = ['delivery-fields', 'checkout-sum', 'checkout-extra'];
  /** Fields whose change updates the checkout. */
  const REFRESH_FIELDS = ['shipping_method', 'payment_method', 'billing_country', 'shipping_country', 'ship_elsewhere'];
  const METHOD_SECTIONS = ['delivery-methods', 'payment-methods'];
  let currentRequest: AbortController | undefined;

  const idsOf = (methods: ParentNode): string =>
    findAll(methods, '.choice > input')
      .map(({ id }) => id)
      .join();

  /**
   * Methods and prices depend on country and total. If the methods are the same, their radio buttons stay, with the
   * focus and the entered values.
   */
  function updateMethods(updated: HTMLElement | null, current: HTMLElement | null): void {
    if (!updated || !current) return;
    if (idsOf(updated) !== idsOf(current)) return void current.replaceChildren(...updated.childNodes);
    for (const label of findAll<HTMLLabelElement>(updated, '.choice > label')) {
      const old = current.querySelector(`label[for="${CSS.escape(label.htmlFor)}"]`);
      if (old && old.innerHTML !== label.innerHTML) old.replaceChildren(...label.childNodes);
    }
  }

  /** The field of a discount code; undefined when the shop has no codes. */
  function discountField(): HTMLInputElement | undefined {
    const field = form.elements.namedItem('discount_code');
    return field instanceof HTMLInputElement ? field : undefined;
  }

  async function refresh(): Promise<void> {
    currentRequest?.abort();
    const controller = new AbortController();
    currentRequest = controller;
    const fields = new FormData(form);
    fields.delete('account_password');
    const code = discountField()?.value ?? '';
    fields.delete('discount_code');
    fields.set('update', '1');
    try {
      const response = await fetch(form.action, {
        method: 'POST',
        body: textFields(fields),
        signal: controller.signal,
        headers: { Accept: 'text/html' },
      });
      if (!response.ok || response.redirected) return;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      for (const id of METHOD_SECTIONS) updateMethods(page.getElementById(id), document.getElementById(id));
      for (const id of PART_IDS) {
        const updated = page.getElementById(id);
        const current = document.getElementById(id);
        if (!updated || !current || current.innerHTML === updated.innerHTML) continue;
        current.replaceChildren(...updated.childNodes);
      }
      // Delivery estimates depend on the country; the radio buttons next to them keep the focus.
      for (const updated of findAll(page, '.choice__note.arrives')) {
        const shown = document.getElementById(updated.id);
        if (!shown) continue;
        [shown.textContent, shown.hidden] = [updated.textContent, updated.hidden];
        const [field, value] = [shown.nextElementSibling, updated.nextElementSibling];
        if (field instanceof HTMLInputElement && value instanceof HTMLInputElement) field.value = value.value;
      }
      const codeInput = discountField();
      if (codeInput && codeInput.value === '') codeInput.value = code;
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) form.classList.remove('checkout--live');
    }
  }

  /** Saves the entered values when the page is left other than by its buttons. */
  function saveDraft(): void {
    const fields = new FormData(form);
    for (const name of ['account_password', 'discount_code', 'order_code']) fields.delete(name);
    fields.set('keep', '1');
    navigator.sendBeacon(form.action, textFields(fields));
  }

  let isSubmitted = false;
  let isChanged = false;
  form.addEventListener('input', () => (isChanged = true));
  form.addEventListener('submit', () => (isSubmitted = true));
  addEventListener('pagehide', () => {
    if (isChanged && !isSubmitted) saveDraft();
  });
  form.classList.add('checkout--live');
  form.addEventListener('change', (event) => {
    const { target } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (isField && REFRESH_FIELDS.includes(target.name)) void refresh();
  });
  document.getElementById('form-errors')?.focus();
})();
