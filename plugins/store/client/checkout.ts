/** Brings sum and conditional fields up to date when delivery, payment or country change; without this script a button does. */
(() => {
  const form = document.getElementById('checkout');
  if (!(form instanceof HTMLFormElement)) return;
  const PARTS = ['delivery-fields', 'checkout-sum', 'checkout-extra'];
  const WAYS = ['delivery-methods', 'payment-methods'];
  let running;

  const idsOf = (ways) => Array.from(ways.querySelectorAll('.choice > input'), ({ id }) => id).join();

  /** Ways and what they cost follow the country and the sum; the same ways keep their buttons, with the focus, and what was typed into them. */
  function renew(fresh, shown) {
    if (!fresh || !shown) return;
    if (idsOf(fresh) !== idsOf(shown)) return void shown.replaceChildren(...fresh.childNodes);
    for (const label of fresh.querySelectorAll('.choice > label')) {
      const old = shown.querySelector(`label[for="${CSS.escape(label.htmlFor)}"]`);
      if (old.innerHTML !== label.innerHTML) old.replaceChildren(...label.childNodes);
    }
  }

  async function refresh() {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    const fields = new FormData(form);
    fields.delete('account_password');
    const code = form.elements.namedItem('discount_code')?.value ?? '';
    fields.delete('discount_code');
    fields.set('update', '1');
    try {
      const answer = await fetch(form.action, {
        method: 'POST',
        body: new URLSearchParams(fields),
        signal: mine.signal,
        headers: { Accept: 'text/html' },
      });
      if (!answer.ok || answer.redirected) return;
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      for (const id of WAYS) renew(page.getElementById(id), document.getElementById(id));
      for (const id of PARTS) {
        const fresh = page.getElementById(id);
        const shown = document.getElementById(id);
        if (!fresh || !shown || shown.innerHTML === fresh.innerHTML) continue;
        shown.replaceChildren(...fresh.childNodes);
      }
      // The days follow the country; the buttons beside them keep their focus.
      for (const fresh of page.querySelectorAll('.choice__note.arrives')) {
        const shown = document.getElementById(fresh.id);
        if (!shown) continue;
        [shown.textContent, shown.hidden] = [fresh.textContent, fresh.hidden];
        shown.nextElementSibling.value = fresh.nextElementSibling.value;
      }
      const typed = form.elements.namedItem('discount_code');
      if (typed && typed.value === '') typed.value = code;
    } catch (error) {
      if (error.name !== 'AbortError') form.classList.remove('checkout--live');
    }
  }

  /** Keeps what was typed for whoever leaves the page by another way than its buttons. */
  function keep() {
    const fields = new FormData(form);
    for (const name of ['account_password', 'discount_code', 'order_code']) fields.delete(name);
    fields.set('keep', '1');
    navigator.sendBeacon(form.action, new URLSearchParams(fields));
  }

  let sent = false;
  let changed = false;
  form.addEventListener('input', () => (changed = true));
  form.addEventListener('submit', () => (sent = true));
  addEventListener('pagehide', () => {
    if (changed && !sent) keep();
  });
  form.classList.add('checkout--live');
  form.addEventListener('change', (event) => {
    if (
      ['shipping_method', 'payment_method', 'billing_country', 'shipping_country', 'ship_elsewhere'].includes(
        event.target.name,
      )
    )
      void refresh();
  });
  document.getElementById('form-errors')?.focus();
})();
