import { find, findAll, textFields } from './shared/dom.js';

/** Submits a changed quantity at once; without this script, the buttons of the cart do so. */
(() => {
  const HEADER_CART = '.site-header a[href$="/cart/"]';
  const DEBOUNCE_MS = 400;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let currentRequest: AbortController | undefined;

  const notices = (page: Document): number => findAll(page, 'main .notice').length;
  const linesOf = (cart: ParentNode): HTMLElement[] => findAll(cart, '.cart__line');

  /**
   * Updates only the parts that depend on a quantity, to preserve the focus. A page with a message, or with other
   * lines, replaces everything.
   */
  function show(next: Document): void {
    const currentCart = document.getElementById('cart');
    const cart = next.getElementById('cart');
    if (!cart || !currentCart || notices(next) > 0 || linesOf(cart).length !== linesOf(currentCart).length) {
      find(document, 'main').replaceChildren(...find(next, 'main').childNodes);
    } else {
      find(currentCart, '.cart__summary').replaceChildren(...find(cart, '.cart__summary').childNodes);
      for (const line of linesOf(cart)) {
        currentCart
          .querySelector(`[data-key="${line.dataset.key}"] .cart__total`)
          ?.replaceChildren(...find(line, '.cart__total').childNodes);
      }
    }
    const count = next.querySelector(HEADER_CART);
    if (count) document.querySelector(HEADER_CART)?.replaceChildren(...count.childNodes);
  }

  async function send(form: HTMLFormElement): Promise<void> {
    currentRequest?.abort();
    const controller = new AbortController();
    currentRequest = controller;
    const fields = new FormData(form);
    fields.set('update', '1');
    fields.delete('discount_code');
    try {
      const response = await fetch(form.action, {
        method: 'POST',
        body: textFields(fields),
        signal: controller.signal,
        headers: { Accept: 'text/html' },
      });
      show(new DOMParser().parseFromString(await response.text(), 'text/html'));
    } catch {
      // The buttons still work.
    }
  }

  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.name.startsWith('quantity[')) return;
    const { form } = target;
    if (form?.id !== 'cart' || !target.checkValidity()) return;
    clearTimeout(timer);
    timer = setTimeout(() => void send(form), DEBOUNCE_MS);
  });
  document.addEventListener('submit', () => {
    clearTimeout(timer);
    currentRequest?.abort();
  });
})();
